import { expect, test } from 'vitest'
import { coarseNetwork, networksOf } from './subnet.ts'

const here = { network: '203.0.113.9', block: '203.0.113.0/24', site: null }
const there = {
  network: '2001:0db8:0001:0203::/64',
  block: '2001:0db8:0001:0200::/56',
  site: '2001:0db8:0001::/48',
}

test.each([
  ['an IPv4 address', '203.0.113.9', here],
  ['one mapped into IPv6', '::ffff:203.0.113.9', here],
  ['an IPv4 address with its port', '203.0.113.9:5412', here],
  ['an IPv6 address', '2001:db8:1:203:3:4:5:6', there],
  ['a shortened IPv6 address', '2001:DB8:1:203::1', there],
  ['an IPv6 address with its port', '[2001:db8:1:203::7]:5412', there],
  [
    'the loopback',
    '::1',
    { network: '0000:0000:0000:0000::/64', block: '0000:0000:0000:0000::/56', site: '0000:0000:0000::/48' },
  ],
])('CODE-3 S62 the networks of %s', (_case, ip, networks) => {
  expect(networksOf(ip)).toEqual(networks)
})

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['203.0.113.77:5412', '203.0.113.0/24'],
  ['2001:db8:aa:bb:1:2:3:4', '2001:db8:aa::/48'],
  ['2001:db8::7', '2001:db8::/48'],
  ['2001:0:0:1::7', '2001::/48'],
  ['::1', '0::/48'],
  ['unknown', null],
  ['', null],
])('S80 of %s an account keeps %s', (address, kept) => {
  expect(coarseNetwork(address)).toBe(kept)
})
