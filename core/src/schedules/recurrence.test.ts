import { describe, expect, test } from 'vitest'
import vectors from '../time/test-data/tz-vectors.json' with { type: 'json' }
import { instantAt, localDateTimeAt, type Instant } from '../time/time-zone.ts'
import { WEEKDAYS, type Weekday } from '../time/weekday.ts'
import {
  datesLeftOut,
  isMovedByClocks,
  nextDue,
  nextOccurrence,
  offUntil,
  type Recurrence,
  type Rule,
} from './recurrence.ts'

const DAY_MS = 86_400_000
const instant = (iso: string): Instant => Date.parse(iso)
const utc = (at: Instant | null) => (at === null ? null : new Date(at).toISOString().replace(/:00[.]000Z$/, 'Z'))

const on = (
  weekdays: readonly Weekday[],
  wakeupTime: string,
  timezone: string,
): Recurrence & { kind: 'recurring' } => ({
  kind: 'recurring',
  wakeupTime,
  timezone,
  weekdays: new Set(weekdays),
})
const daily = (wakeupTime: string, timezone: string) => on(WEEKDAYS, wakeupTime, timezone)

/** The next `count` rings after `after`. */
function rings(rule: Rule, after: string, count: number): (string | null)[] {
  const found: (string | null)[] = []
  let at: Instant | null = instant(after)
  while (found.length < count && at !== null) {
    at = nextDue(rule, at)
    found.push(utc(at))
  }
  return found
}

test.each([
  ['later today', '06:30', '2027-01-15T04:00Z', '2027-01-15T05:30Z'],
  ['tomorrow, when asked exactly at its time', '06:30', '2027-01-15T05:30Z', '2027-01-16T05:30Z'],
  ['tomorrow, when today has passed', '06:30', '2027-01-15T05:31Z', '2027-01-16T05:30Z'],
  ['an hour later, when the clocks skip it', '02:30', '2027-03-27T12:00Z', '2027-03-28T01:30Z'],
  ['the first time, when it comes twice', '02:30', '2027-10-30T12:00Z', '2027-10-31T00:30Z'],
  ['not again, when the first of two has passed', '02:30', '2027-10-31T00:45Z', '2027-11-01T01:30Z'],
])('SCHED-13 rings %s', (_case, wakeupTime, after, expected) => {
  expect(utc(nextOccurrence(daily(wakeupTime, 'Europe/Warsaw'), instant(after)))).toBe(expected)
})

test('SCHED-13 06:30 stays 06:30 across a clock change', () => {
  const march = rings(daily('06:30', 'Europe/Warsaw'), '2027-03-26T12:00Z', 3)
  expect(march).toEqual(['2027-03-27T05:30Z', '2027-03-28T04:30Z', '2027-03-29T04:30Z'])
})

describe('SCHED-13 the table of cases, through a daily schedule and a one-time call', () => {
  const leftOut = /^(Pacific\/(Apia|Fakaofo) 2011-12-30|Pacific\/Kwajalein 1993-08-21|Pacific\/Kiritimati 1994-12-31)/

  test.each(vectors.filter(({ zone, local }) => !leftOut.test(`${zone} ${local}`)))(
    '$zone $local rings at $utc, once',
    ({ zone, local, utc: expected }) => {
      const [date = '', time = ''] = local.split('T')
      const at = instant(expected)
      expect(instantAt(date, time, zone)).toBe(at)
      expect(nextOccurrence(daily(time, zone), at - 1)).toBe(at)
      expect(nextOccurrence(daily(time, zone), at)).toBeGreaterThan(at + DAY_MS / 2)
    },
  )

  test.each(vectors.filter(({ zone, local }) => leftOut.test(`${zone} ${local}`)))(
    '$zone $local is left out, and the next day rings once',
    ({ zone, local, utc: nextDayUtc }) => {
      const [date = '', time = ''] = local.split('T')
      expect(instantAt(date, time, zone)).toBeNull()
      const before = instant(nextDayUtc) - DAY_MS
      const found = rings(daily(time, zone), utc(before - 1)!, 3).map((at) => at!)
      expect(found.map(instant)).toEqual([before, before + DAY_MS, before + 2 * DAY_MS])
      expect(found.map((at) => localDateTimeAt(instant(at), zone).date)).not.toContain(date)
    },
  )
})

test.each([
  ['a half-hour change', 'Australia/Lord_Howe', '02:15', '2026-10-03T12:00Z', '2026-10-03T15:45Z'],
  ['a two-hour change', 'Antarctica/Troll', '02:00', '2027-03-27T12:00Z', '2027-03-28T02:00Z'],
  ['a gap at midnight', 'Africa/Cairo', '00:30', '2027-04-29T12:00Z', '2027-04-29T22:30Z'],
  ['a gap across midnight', 'America/Nuuk', '23:30', '2027-03-27T12:00Z', '2027-03-28T01:30Z'],
  ['a gap across midnight, asked after it', 'America/Nuuk', '23:30', '2027-03-28T01:05Z', '2027-03-28T01:30Z'],
  ['the day after a gap across midnight', 'America/Nuuk', '23:30', '2027-03-28T01:30Z', '2027-03-29T00:30Z'],
  ['a jump that is not summer time', 'Asia/Pyongyang', '23:45', '2018-05-04T12:00Z', '2018-05-04T15:15Z'],
  ['repeated hours that are not summer time', 'Africa/Juba', '23:30', '2021-01-31T12:00Z', '2021-01-31T20:30Z'],
  ['the end of repeated hours', 'Africa/Juba', '23:30', '2021-01-31T20:30Z', '2021-02-01T21:30Z'],
  ['a law only weeks old', 'America/Vancouver', '07:00', '2026-12-01T06:00Z', '2026-12-01T14:00Z'],
  ['the first place of a day', 'Pacific/Kiritimati', '07:00', '2026-12-31T00:00Z', '2026-12-31T17:00Z'],
  ['the last place of a day', 'Etc/GMT+12', '07:00', '2026-12-31T20:00Z', '2027-01-01T19:00Z'],
])('SCHED-13 rings at the right instant: %s', (...[, zone, wakeupTime, after, expected]) => {
  expect(utc(nextOccurrence(daily(wakeupTime, zone), instant(after)))).toBe(expected)
})

test('SCHED-13 rings once each across the new year, on leap day and past 2038', () => {
  const days = (after: string, count: number) => rings(daily('07:00', 'UTC'), after, count)
  const turn = days('2026-12-30T12:00Z', 4)
  expect(turn).toEqual(['2026-12-31T07:00Z', '2027-01-01T07:00Z', '2027-01-02T07:00Z', '2027-01-03T07:00Z'])
  expect(days('2028-02-28T12:00Z', 2)).toEqual(['2028-02-29T07:00Z', '2028-03-01T07:00Z'])
  expect(days('2038-01-18T12:00Z', 2)).toEqual(['2038-01-19T07:00Z', '2038-01-20T07:00Z'])
})

test('SCHED-13 a leap second before midnight rings nobody twice', () => {
  // The minute before midnight had 61 seconds: 2016-12-31T23:59:60Z.
  expect(rings(daily('23:59', 'UTC'), '2016-12-31T12:00Z', 2)).toEqual(['2016-12-31T23:59Z', '2017-01-01T23:59Z'])
  expect(rings(daily('00:00', 'UTC'), '2016-12-31T12:00Z', 2)).toEqual(['2017-01-01T00:00Z', '2017-01-02T00:00Z'])
})

test("SCHED-1 only the chosen weekdays ring, by the person's local date", () => {
  const workdays = on(['mon', 'tue', 'wed', 'thu', 'fri'], '06:30', 'Australia/Sydney')
  // Friday 06:30 in Sydney is still Thursday in UTC.
  expect(rings(workdays, '2027-01-13T20:00Z', 3)).toEqual([
    '2027-01-14T19:30Z',
    '2027-01-17T19:30Z',
    '2027-01-18T19:30Z',
  ])
})

test('WAKE-23 one schedule rings at different times on different weekdays', () => {
  const rule: Rule = {
    ...on(['mon', 'tue', 'wed'], '06:30', 'Australia/Sydney'),
    times: { tue: '07:15', sun: '09:00' },
  }
  expect(rings(rule, '2027-01-16T00:00Z', 4)).toEqual([
    '2027-01-17T19:30Z',
    '2027-01-18T20:15Z',
    '2027-01-19T19:30Z',
    '2027-01-24T19:30Z',
  ])
})

test("WAKE-23 a call that a gap pushes past the next day's call rings after it, and neither is lost", () => {
  // In Nuuk clocks skip from 23:00 to midnight on Saturday, 2027-03-27.
  const rule: Rule = { ...daily('23:30', 'America/Nuuk'), times: { sun: '00:10' } }
  expect(rings(rule, '2027-03-27T12:00Z', 3)).toEqual(['2027-03-28T01:10Z', '2027-03-28T01:30Z', '2027-03-30T00:30Z'])
})

test('SCHED-13 WAKE-23 a call counts as moved by the clocks when it rings at another local time than its own', () => {
  const rule: Rule = { ...daily('06:30', 'Europe/Warsaw'), times: { sun: '02:30' } }
  expect(isMovedByClocks(rule, instant('2027-03-28T01:30Z'))).toBe(true)
  expect(isMovedByClocks(rule, instant('2027-03-29T04:30Z'))).toBe(false)
  expect(isMovedByClocks(rule, instant('2027-04-04T00:30Z'))).toBe(false)
  const once: Rule = { kind: 'one-time', date: '2027-03-28', wakeupTime: '02:30', timezone: 'Europe/Warsaw' }
  expect(isMovedByClocks(once, instant('2027-03-28T01:30Z'))).toBe(true)
  expect(isMovedByClocks({ ...once, wakeupTime: '06:30' }, instant('2027-03-28T04:30Z'))).toBe(false)
})

describe('WAKE-24 days off', () => {
  const mondays = on(['mon'], '06:30', 'Europe/Berlin')
  const off = (from: string, to: string) => ({ from, to })

  test('leave out their first and last day and all between', () => {
    const rule: Rule = { ...daily('06:30', 'Europe/Berlin'), daysOff: [off('2027-01-16', '2027-01-18')] }
    expect(rings(rule, '2027-01-14T12:00Z', 2)).toEqual(['2027-01-15T05:30Z', '2027-01-19T05:30Z'])
    const single: Rule = { ...rule, daysOff: [off('2027-01-16', '2027-01-16')] }
    expect(rings(single, '2027-01-14T12:00Z', 2)).toEqual(['2027-01-15T05:30Z', '2027-01-17T05:30Z'])
  })

  test('may skip every Monday for more than a year', () => {
    const weeks = Array.from({ length: 60 }, (_one, week) =>
      utc(instant('2027-01-18T00:00Z') + week * 7 * DAY_MS)!.slice(0, 10),
    )
    const rule: Rule = { ...mondays, daysOff: weeks.map((monday) => off(monday, monday)) }
    expect(rings(rule, '2027-01-12T12:00Z', 1)).toEqual(['2028-03-13T05:30Z'])
    const ranges = [off('2027-01-15', '2027-12-31'), off('2028-01-01', '2028-12-31')]
    expect(rings({ ...mondays, daysOff: ranges }, '2027-01-12T12:00Z', 1)).toEqual(['2029-01-01T05:30Z'])
  })

  test('apply to the date a call is set for, even where a gap pushes it to the next', () => {
    const nuuk = daily('23:30', 'America/Nuuk')
    const saturday = { ...nuuk, daysOff: [off('2027-03-27', '2027-03-27')] }
    expect(rings(saturday, '2027-03-27T12:00Z', 1)).toEqual(['2027-03-29T00:30Z'])
    const sunday = { ...nuuk, daysOff: [off('2027-03-28', '2027-03-28')] }
    expect(rings(sunday, '2027-03-27T12:00Z', 2)).toEqual(['2027-03-28T01:30Z', '2027-03-30T00:30Z'])
  })

  test('cancel a one-time call', () => {
    const once: Rule = { kind: 'one-time', date: '2027-01-18', wakeupTime: '06:30', timezone: 'Europe/Berlin' }
    expect(nextDue({ ...once, daysOff: [off('2027-01-18', '2027-01-19')] }, 0)).toBeNull()
    expect(nextDue({ ...once, daysOff: [off('2027-01-19', '2027-01-19')] }, 0)).toBe(instant('2027-01-18T05:30Z'))
  })

  test('are shown by the last day before the call that waits for them, and only then', () => {
    const until = (rule: Rule, now: string) => offUntil(rule, instant(now))
    const rule: Rule = { ...mondays, daysOff: [off('2027-01-16', '2027-01-18'), off('2027-01-20', '2027-01-27')] }
    expect(until(rule, '2027-01-15T12:00Z')).toBe('2027-01-27')
    expect(until(rule, '2027-01-28T12:00Z')).toBeNull()
    expect(until({ ...mondays, daysOff: [off('2027-01-19', '2027-01-22')] }, '2027-01-18T12:00Z')).toBeNull()
    const once: Rule = { kind: 'one-time', date: '2027-01-18', wakeupTime: '06:30', timezone: 'Europe/Berlin' }
    expect(until({ ...once, daysOff: [off('2027-01-18', '2027-01-20')] }, '2027-01-15T12:00Z')).toBe('2027-01-20')
    expect(until(once, '2027-01-15T12:00Z')).toBeNull()
  })

  test('are not reported as dates that a zone skips', () => {
    const apia = { ...daily('07:00', 'Pacific/Apia'), daysOff: [off('2011-12-30', '2011-12-30')] }
    expect(datesLeftOut(apia, instant('2011-12-28T00:00Z'), instant('2012-01-02T00:00Z'))).toEqual([])
  })
})

test('SCHED-1 a schedule without weekdays never rings', () => {
  expect(nextOccurrence(on([], '06:30', 'Europe/Berlin'), instant('2027-01-15T00:00Z'))).toBeNull()
})

test('SCHED-13 a Friday call that Apia skipped rings a week later', () => {
  const fridays = on(['fri'], '07:00', 'Pacific/Apia')
  expect(rings(fridays, '2011-12-22T00:00Z', 2)).toEqual(['2011-12-23T17:00Z', '2012-01-05T17:00Z'])
  expect(rings(fridays, '2011-12-23T17:00Z', 1)).toEqual(['2012-01-05T17:00Z'])
})

describe('SCHED-10 a one-time call', () => {
  const once: Rule = { kind: 'one-time', date: '2027-03-28', wakeupTime: '02:30', timezone: 'Europe/Warsaw' }

  test('rings at its time, moved out of a gap', () => {
    expect(nextDue(once, instant('2027-01-01T00:00Z'))).toBe(instant('2027-03-28T01:30Z'))
    expect(nextDue(once, instant('2027-03-28T01:30Z') - 1)).toBe(instant('2027-03-28T01:30Z'))
  })

  test('is over at its time', () => {
    expect(nextDue(once, instant('2027-03-28T01:30Z'))).toBeNull()
  })

  test('never rings on a date that does not exist', () => {
    expect(nextDue({ ...once, date: '2027-02-30' }, 0)).toBeNull()
    expect(nextDue({ ...once, date: '2011-12-30', timezone: 'Pacific/Apia' }, 0)).toBeNull()
  })
})

describe('CALL-2 dates that a zone skips', () => {
  const apia = daily('07:00', 'Pacific/Apia')
  const left = (rule: Rule, from: string, to: string) => datesLeftOut(rule, instant(from), instant(to))

  test('are reported once, in the window they fall in', () => {
    expect(left(apia, '2011-12-28T00:00Z', '2012-01-02T00:00Z')).toEqual(['2011-12-30'])
    expect(left(apia, '2011-12-28T00:00Z', '2011-12-30T05:00Z')).toEqual([])
    expect(left(apia, '2011-12-30T05:00Z', '2011-12-30T17:00Z')).toEqual(['2011-12-30'])
    expect(left(apia, '2011-12-30T17:00Z', '2012-01-02T00:00Z')).toEqual([])
  })

  test('are reported only for schedules with a call on that date', () => {
    const fridays = { ...on(['mon', 'fri'], '07:00', 'Pacific/Apia'), times: { fri: '23:50' } }
    expect(left(fridays, '2011-12-28T00:00Z', '2012-01-02T00:00Z')).toEqual(['2011-12-30'])
    expect(left(on(['mon'], '07:00', 'Pacific/Apia'), '2011-12-28T00:00Z', '2012-01-02T00:00Z')).toEqual([])
    const once: Rule = { kind: 'one-time', date: '2011-12-30', wakeupTime: '07:00', timezone: 'Pacific/Apia' }
    expect(left(once, '2011-12-28T00:00Z', '2012-01-02T00:00Z')).toEqual(['2011-12-30'])
    expect(left({ ...once, date: '2011-12-29' }, '2011-12-28T00:00Z', '2012-01-02T00:00Z')).toEqual([])
  })

  test('do not include ordinary clock changes', () => {
    expect(left(daily('02:30', 'Europe/Warsaw'), '2027-03-01T00:00Z', '2027-04-30T00:00Z')).toEqual([])
  })
})
