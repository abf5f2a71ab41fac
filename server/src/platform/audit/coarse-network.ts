import { isIP } from 'node:net'
import { subnetOf } from '../limits/subnet.ts'

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
