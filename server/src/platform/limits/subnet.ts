import { isIP, isIPv6 } from 'node:net'

/** 203.0.113.9:5412 and [2001:db8::7]:5412. */
const WITH_PORT = /^(?:([0-9.]+)|\[(.+)\]):[0-9]+$/

/**
 * The networks that an address belongs to, from narrow to wide, because somebody with many addresses has them in a row:
 * an IPv4 address, or the /64 of an IPv6 address, all of which a single customer holds; the /24 or /56 around it; the /48
 * that a provider gives to one customer at most (IPv6 only).
 */
type Networks = { network: string; block: string; site: string | null }

/** The networks of an address. Some proxies write the visitor's port after it: with it each connection would be a visitor (S12). */
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

/** The narrowest of them: what a place among the requests under way counts for. */
export const subnetOf = (address: string): string => networksOf(address).network

function firstHalf(ip: string): [string, string, string, string] {
  const [head = '', tail] = ip.toLowerCase().split('%', 1)[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return groups.slice(0, 4).map((group) => group.padStart(4, '0')) as [string, string, string, string]
}

/**
 * A network wide enough to be no single home's, for a list that is kept for a year: the /24 of an IPv4 address, the /48
 * of an IPv6 address. Null for what is no address, such as a word in X-Forwarded-For.
 */
export function coarseNetwork(address: string): string | null {
  const subnet = subnetOf(address)
  const [network = ''] = subnet.split('/', 1)
  if (isIP(network) === 4) return network.replace(/\.[0-9]+$/, '.0/24')
  if (isIP(network) === 6) return `${shortGroups(network)}::/48`
  return null
}

/** The first three groups, without the zeros before and after: '2001:db8'. */
const shortGroups = (network: string) =>
  network
    .split(':')
    .slice(0, 3)
    .map((group) => group.replace(/^0{1,3}/, ''))
    .join(':')
    .replace(/(?::0)+$/, '')

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether this address leads to the machine itself, so that what is sent there crosses no network. */
export function isOfThisMachine(url: string): boolean {
  return LOOPBACK.has(new URL(url).hostname)
}
