import { execFileSync } from 'node:child_process'

/** Hosts in network namespaces with an address each, around one that forwards between them. */
export type Network = {
  /** The command prefix that runs a program on that host. */
  on(host: string): string[]
  addressOf(host: string): string
  remove(): void
}

/** The forwarding namespace. judge.ts runs in it and reaches every host that isn't cut off. */
export const CENTER = 'center'

const namespaceOf = (name: string, host: string) => `${name}-${host}`
const addressAt = (index: number) => `10.77.${index + 1}.2`
const run = (...words: string[]) => execFileSync(words[0]!, words.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] })

/** Needs root and the program ip (iproute2). */
export function buildNetwork(name: string, hosts: readonly string[]): Network {
  const center = namespaceOf(name, CENTER)
  const made: string[] = []
  const add = (namespace: string): void => {
    run('ip', 'netns', 'add', namespace)
    made.push(namespace)
    run('ip', '-n', namespace, 'link', 'set', 'lo', 'up')
  }
  const remove = (): void => {
    for (const namespace of made) run('ip', 'netns', 'del', namespace)
  }
  try {
    add(center)
    run('ip', 'netns', 'exec', center, 'sysctl', '-qw', 'net.ipv4.ip_forward=1')
    for (const [index, host] of hosts.entries()) {
      const namespace = namespaceOf(name, host)
      const here = `to-${host}`
      add(namespace)
      run('ip', '-n', center, 'link', 'add', here, 'type', 'veth', 'peer', 'name', 'out', 'netns', namespace)
      run('ip', '-n', center, 'addr', 'add', `10.77.${index + 1}.1/24`, 'dev', here)
      run('ip', '-n', center, 'link', 'set', here, 'up')
      run('ip', '-n', namespace, 'addr', 'add', `${addressAt(index)}/24`, 'dev', 'out')
      run('ip', '-n', namespace, 'link', 'set', 'out', 'up')
      run('ip', '-n', namespace, 'route', 'add', 'default', 'via', `10.77.${index + 1}.1`)
    }
  } catch (error) {
    remove()
    throw error
  }
  return { ...networkOf(name, hosts), remove }
}

/** The network that `buildNetwork` made, for a process in its center. */
export function networkOf(name: string, hosts: readonly string[]): Omit<Network, 'remove'> {
  return {
    on: (host) => ['ip', 'netns', 'exec', namespaceOf(name, host)],
    addressOf: (host) => addressAt(hosts.indexOf(host)),
  }
}

/** Drops all packets to and from this address silently, like a broken cable. Run it in the center. */
export function cutOff(address: string): { heal(): void } {
  const rules = [
    ['from', address],
    ['to', address],
  ] as const
  for (const [way, host] of rules) run('ip', 'rule', 'add', way, host, 'blackhole', 'pref', '10')
  return {
    heal() {
      for (const [way, host] of rules) run('ip', 'rule', 'del', way, host, 'blackhole', 'pref', '10')
    },
  }
}
