import { expect, test } from 'vitest'
import { coarseNetwork } from './coarse-network.ts'

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
