import { expect, test } from 'vitest'
import { preparationTime } from './call-times.ts'

const NOW = Date.parse('2027-01-15T06:00:00Z')

test.each([
  ['a call far ahead waits until its words are final', 20 * 60, 20],
  ['a call that comes near while waiting waits less', 19, 4],
  ['a near call does not wait', 14, 0],
  ['a sample does not wait: it is due now', 0, 0],
  ['a late call does not wait', -30, 0],
])('CALL-8 S58 %s', (_case, dueInS, waitsS) => {
  expect(preparationTime(NOW + dueInS * 1000, NOW)).toBe(NOW + waitsS * 1000)
})
