import { expect, test } from 'vitest'
import { isCarrierTroubled } from './carrier-trouble.ts'

test.each([
  ['nothing was due', 0, 0, false],
  ['two calls were not taken', 0, 2, false],
  ['three were not taken, and none was', 0, 3, true],
  ['half were not taken', 40, 40, true],
  ['a few of many were not taken', 41, 40, false],
])('CALL-5 the carrier is in trouble when %s: taken %i, not taken %i', (_case, taken, notTaken, troubled) => {
  expect(isCarrierTroubled({ taken, notTaken })).toBe(troubled)
})
