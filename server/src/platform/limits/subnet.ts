import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** 203.0.113.9:5412 and [2001:db8::7]:5412. */
const WITH_PORT = /^(?:([0-9.]+)|\[(.+)\]):[0-9]+$/

/**
 * The networks of an address, from narrow to wide, since many addresses of one party are usually contiguous: the IPv4
 * address or the IPv6 /64, which belongs to one customer; the /24 or /56 around it; the /48, the most that a provider
 * gives to one customer (IPv6 only).
 */
type Networks = { network: string; block: string; site: string | null }

/** Some proxies append the visitor's port, which would make every connection a visitor. */
export function networksOf(address: string): Networks {
  const [, ip4, ip6] = WITH_PORT.exec(address) ?? []
  const ip = ip4 ?? ip6 ?? address
  const plain = /^::ffff:([0-9.]+)$/i.exec(ip)?.[1] ?? ip
  if (!isIPv6(plain)) return { network: plain, block: `${plain.split('.', 3).join('.')}.0/24`, site: null }
  const [a, b, c, d] = firstHalf(plain)
  return {
    network: `${a}:${b}:${c}:${d}::/64`,
    block: `${a}:${b}:${c}:${d.slice(0, 2)}00::/56`,
    site: `${a}:${b}:${c}::/48`,
  }
}

/** The narrowest network, by which we count simultaneous requests. */
export const subnetOf = (address: string): string => (isIPv4(address) ? address : networksOf(address).network)

function firstHalf(ip: string): [string, string, string, string] {
  const [head = '', tail] = ip.toLowerCase().split('%', 1)[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return groups.slice(0, 4).map((group) => group.padStart(4, '0')) as [string, string, string, string]
}

/**
 * A network too wide to identify a home, for a list that is kept for a year: the IPv4 /24 or the IPv6 /48. Null for
 * anything but an address, such as a word in X-Forwarded-For.
 */
export function coarseNetwork(address: string): string | null {
  const subnet = subnetOf(address)
  const [network = ''] = subnet.split('/', 1)
  if (isIP(network) === 4) return network.replace(/\.[0-9]+$/, '.0/24')
  if (isIP(network) === 6) return `${shortGroups(network)}::/48`
  return null
}

/** The first three groups without leading or trailing zeros: '2001:db8'. */
const shortGroups = (network: string) =>
  network
    .split(':')
    .slice(0, 3)
    .map((group) => group.replace(/^0{1,3}/, ''))
    .join(':')
    .replace(/(?::0)+$/, '')

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

const PRIVATE = new BlockList()
for (const [net, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  PRIVATE.addSubnet(net, prefix, 'ipv4')
PRIVATE.addAddress('::1', 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')

/** Whether the host of a URL is a private address, or a name that only a private network knows. */
export const isPrivateHost = (hostname: string): boolean =>
  isPrivateAddress(hostname) || !/[.:]/.test(hostname) || /\.(localhost|local|internal|home\.arpa)$/.test(hostname)

/** Whether the host of a URL is a loopback or private address, and not a name. */
export function isPrivateAddress(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  const version = isIP(address)
  return version !== 0 && PRIVATE.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** Whether this address is the machine itself, so that traffic crosses no network. */
export function isOfThisMachine(url: string): boolean {
  return LOOPBACK.has(new URL(url).hostname)
}
