import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateOf, dayNumber } from '../time/calendar.ts'
import { instantAt, type Instant } from '../time/time-zone.ts'
import { WEEKDAYS } from '../time/weekday.ts'
import { nextDue, skipsUnder, type Rule } from './recurrence.ts'

const WINTER = Date.parse('2027-01-15T12:00Z')
const DAY_MS = 86_400_000

const anyRule = (): fc.Arbitrary<Rule> => {
  const common = {
    wakeupTime: fc.constantFrom('06:30', '02:30', '23:30'),
    timezone: fc.constantFrom('Europe/Berlin', 'Europe/Paris', 'America/Nuuk', 'UTC'),
  }
  const weekdays = fc.subarray([...WEEKDAYS], { minLength: 1 }).map((days) => new Set(days))
  const times = fc.dictionary(fc.constantFrom(...WEEKDAYS), fc.constantFrom('07:15', '00:10'), {
    noNullPrototype: true,
  })
  const date = fc.nat({ max: 300 }).map((days) => dateOf(dayNumber('2027-01-16')! + days))
  const cycle = fc.array(fc.option(common.wakeupTime), { minLength: 1, maxLength: 9 })
  const rotation = fc.tuple(common.wakeupTime, cycle).map(([first, others]) => [first, ...others])
  const firstDay = fc.nat({ max: 30 }).map((days) => 20_800 + days)
  const { timezone } = common
  return fc.oneof(
    fc.record({ kind: fc.constant('rotating' as const), firstDay, cycle: rotation, timezone }),
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('recurring' as const), weekdays, times, ...common }) },
    fc.record({ kind: fc.constant('one-time' as const), date, ...common }),
  )
}

/** To any other rule, or to one with the original time and zone. */
const anyEdit = fc.tuple(anyRule(), anyRule(), fc.nat({ max: 3 })).map(([before, after, same]): [Rule, Rule] => {
  const { timezone } = before
  if (same === 0) return [before, after]
  if (before.kind === 'rotating' || after.kind === 'rotating') return [before, { ...after, timezone }]
  return [before, { ...after, wakeupTime: before.wakeupTime, timezone }]
})

/** All rings of almost a year, across both clock changes. */
function ringsOf(rule: Rule): Instant[] {
  const found: Instant[] = []
  for (let at = nextDue(rule, WINTER); at !== null && at < WINTER + 320 * DAY_MS; at = nextDue(rule, at)) found.push(at)
  return found
}

test('SCHED-9 saving an unchanged rule keeps every skip', () => {
  fc.assert(
    fc.property(anyRule(), (rule) => {
      const rings = ringsOf(rule)
      expect(skipsUnder(rule, rings)).toEqual({ kept: rings, dropped: [] })
    }),
  )
})

test('SCHED-9 an edit keeps exactly the skips at which the new rule rings', () => {
  let split = 0
  fc.assert(
    fc.property(anyEdit, ([before, after]) => {
      const [skips, rings] = [ringsOf(before), new Set(ringsOf(after))]
      const { kept, dropped } = skipsUnder(after, skips)
      expect(kept).toEqual(skips.filter((at) => rings.has(at)))
      expect(dropped).toEqual(skips.filter((at) => !rings.has(at)))
      if (kept.length > 0 && dropped.length > 0) split++
    }),
  )
  expect(split).toBeGreaterThan(5) // or the property checked too little
})

test('SCHED-9 a daily call that becomes a one-time call on the skipped day stays skipped', () => {
  const local = { wakeupTime: '06:30', timezone: 'Europe/Berlin' }
  const at = instantAt('2027-01-18', '06:30', 'Europe/Berlin')!
  expect(skipsUnder({ kind: 'one-time', date: '2027-01-18', ...local }, [at]).kept).toEqual([at])
  expect(skipsUnder({ kind: 'one-time', date: '2027-01-19', ...local }, [at]).dropped).toEqual([at])
})
