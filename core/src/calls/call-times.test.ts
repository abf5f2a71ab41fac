import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CUT_OFF_MS, cutOff, tryAgainAt } from './call-times.ts'

test.each([
  ['at once', 0, 0, 0],
  ['after the wait', 60_000, 5_000, 65_000],
  ['still exactly at the cut-off', 600_000 - 5_000, 5_000, 600_000],
  ['never past the cut-off', 600_000 - 5_000, 5_001, null],
  ['never once the cut-off has passed', 600_001, 0, null],
])('CALL-5 a call that was not placed is retried %s', (_case, late, wait, again) => {
  const dueAt = Date.parse('2027-01-15T06:30Z')
  expect(tryAgainAt(dueAt, dueAt + late, wait)).toBe(again === null ? null : dueAt + again)
})

test('CALL-5 no call is retried later than 10 minutes after its own time', () => {
  const [instant, wait] = [fc.integer({ min: 0, max: 4e12 }), fc.nat({ max: CUT_OFF_MS })]
  let again = 0
  fc.assert(
    fc.property(instant, fc.nat({ max: 2 * CUT_OFF_MS }), wait, (dueAt, late, retryAfterMs) => {
      const at = tryAgainAt(dueAt, dueAt + late, retryAfterMs)
      if (at !== null) again++
      expect(at === null || (at <= cutOff(dueAt) && at === dueAt + late + retryAfterMs)).toBe(true)
    }),
  )
  expect(again).toBeGreaterThan(5)
  expect(cutOff(0)).toBe(10 * 60_000)
})
