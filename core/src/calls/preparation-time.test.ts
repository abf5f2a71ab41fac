import { expect, test } from 'vitest'
import { preparationTime } from './call-times.ts'

const NOW = Date.parse('2027-01-15T06:00:00Z')

test.each([
  ['a call far ahead waits until its words have settled', 20 * 60, 20],
  ['one that comes near meanwhile waits until then', 19, 4],
  ['one that is near does not wait', 14, 0],
  ['nor does a sample, which is due now', 0, 0],
  ['nor one that is late', -30, 0],
])('CALL-8 S58 %s', (_case, dueInS, waitsS) => {
  expect(preparationTime(NOW + dueInS * 1000, NOW)).toBe(NOW + waitsS * 1000)
})
