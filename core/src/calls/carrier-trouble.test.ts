import { expect, test } from 'vitest'
import { isCarrierTroubled, unsureOf } from './carrier-trouble.ts'

test.each([
  ['nothing was due', 0, 0, false],
  ['two calls were not accepted', 0, 2, false],
  ['all three calls were not accepted', 0, 3, true],
  ['half were not accepted', 40, 40, true],
  ['fewer than half were not accepted', 41, 40, false],
])('CALL-5 the carrier counts as failing when %s: accepted %i, not accepted %i', (_case, taken, notTaken, troubled) => {
  expect(isCarrierTroubled({ taken, notTaken })).toBe(troubled)
})

test('DASH-4 calls are sure to go out only with a heartbeat under a minute, a carrier answer under 15 minutes and an on-time plan', () => {
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
