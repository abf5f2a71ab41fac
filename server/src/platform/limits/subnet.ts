import { isIPv6 } from 'node:net'

/** 203.0.113.9:5412 and [2001:db8::7]:5412. */
const WITH_PORT = /^(?:([0-9.]+)|\[(.+)\]):[0-9]+$/

/**
 * The subnet that a limit counts for: an IPv4 address, or the /64 of an IPv6 address, because a single customer holds
 * all of it. Some proxies write the visitor's port after the address: with it each connection would be a visitor (S12).
 */
export function subnetOf(address: string): string {
  const [, ip4, ip6] = WITH_PORT.exec(address) ?? []
  const ip = ip4 ?? ip6 ?? address
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
