import { expect, test } from 'vitest'
import { isCarrierTroubled, unsureOf } from './carrier-trouble.ts'

test.each([
  ['nothing was due', 0, 0, false],
  ['two calls were not taken', 0, 2, false],
  ['three were not taken, and none was', 0, 3, true],
  ['half were not taken', 40, 40, true],
  ['a few of many were not taken', 41, 40, false],
])('CALL-5 the carrier is in trouble when %s: taken %i, not taken %i', (_case, taken, notTaken, troubled) => {
  expect(isCarrierTroubled({ taken, notTaken })).toBe(troubled)
})

test('DASH-4 calls can leave only with a heartbeat under a minute, a carrier’s answer under a quarter of an hour, and a plan in time', () => {
  const now = Date.parse('2027-01-15T22:41:00Z')
  const minutesAgo = (minutes: number) => now - minutes * 60_000
  const signs = { beatAt: minutesAgo(0.99), answeredAt: minutesAgo(14.99), unplannedAt: minutesAgo(-19.01) }
  expect(unsureOf(signs, now)).toBe(null)
  expect(unsureOf({ ...signs, unplannedAt: null }, now)).toBe(null)
  expect(unsureOf({ ...signs, beatAt: minutesAgo(1) }, now)).toEqual({ part: 'worker', since: minutesAgo(1) })
  expect(unsureOf({ ...signs, beatAt: null }, now)).toEqual({ part: 'worker', since: null })
  expect(unsureOf({ ...signs, answeredAt: minutesAgo(15) }, now)).toEqual({ part: 'carrier', since: minutesAgo(15) })
  expect(unsureOf({ ...signs, answeredAt: null }, now)).toEqual({ part: 'carrier', since: null })
  expect(unsureOf({ ...signs, unplannedAt: minutesAgo(-19) }, now)).toEqual({ part: 'plan', since: minutesAgo(1) })
})
