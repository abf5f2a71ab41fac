import { isIPv6 } from 'node:net'

/**
 * The subnet that a limit counts for: an IPv4 address, or the /64 of an IPv6 address, because a single customer holds
 * all of it.
 */
export function subnetOf(ip: string): string {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.toLowerCase().split('%', 1)[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => group.padStart(4, '0'))
    .join(':')}::/64`
}
