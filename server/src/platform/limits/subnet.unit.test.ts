import { expect, test } from 'vitest'
import { subnetOf } from './subnet.ts'

test.each([
  ['an IPv4 address', '203.0.113.9', '203.0.113.9'],
  ['an IPv4 address mapped into IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
  ['an IPv4 address without its port', '203.0.113.9:5412', '203.0.113.9'],
  ['the half of an IPv6 address without its port', '[2001:db8:1:2::7]:5412', '2001:0db8:0001:0002::/64'],
  ['the first half of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002::/64'],
  ['the same half, written short', '2001:db8:1:2::1', '2001:0db8:0001:0002::/64'],
  ['the half of a shorter one', '2001:DB8::7', '2001:0db8:0000:0000::/64'],
  ['the loopback', '::1', '0000:0000:0000:0000::/64'],
])('CODE-3 a limit counts for %s', (_case, ip, subnet) => {
  expect(subnetOf(ip)).toBe(subnet)
})
