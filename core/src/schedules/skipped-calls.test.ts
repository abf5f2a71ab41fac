import { expect, test } from 'vitest'
import { zoneDataVersion, type Instant } from '../time/time-zone.ts'
import type { Schedule } from './schedule.ts'
import { isSkipped, nearest, nextUnskipped, skippedAhead, skipsAfterEdit, skipsByOurData } from './skipped-calls.ts'

const instant = (iso: string): Instant => Date.parse(iso)

/** Daily at 06:30 in Berlin, next on Friday, 2027-01-15. */
const daily: Schedule = {
  id: 1,
  userId: 1,
  name: null,
  wakeupTime: '06:30',
  times: {},
  timezone: 'Europe/Berlin',
  isRecurring: true,
  weekdays: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
  cycle: null,
  date: null,
  oneTimeAt: null,
  callRetry: true,
  advanceNotice: false,
  proof: 'gentle',
  snoozeMinutes: 9,
  snoozeLimit: 3,
  isActive: true,
  daysOff: [],
  skippedCalls: [],
  note: null,
  noteAt: null,
  zoneData: zoneDataVersion,
  nextDueAt: instant('2027-01-15T05:30Z'),
  endedAt: null,
  createdAt: 0,
  updatedAt: 0,
  version: 1,
}
const thu = instant('2027-01-14T05:30Z')
const fri = instant('2027-01-15T05:30Z')
const sat = instant('2027-01-16T05:30Z')
const sun = instant('2027-01-17T05:30Z')
const once: Schedule = { ...daily, isRecurring: false, weekdays: [], date: '2027-01-15', oneTimeAt: fri }

test.each<[string, Schedule, Instant | null]>([
  ['the next call, when nothing is skipped', daily, fri],
  ['the next call, when only a later call is skipped', { ...daily, skippedCalls: [sat] }, fri],
  ['the day after a skipped call', { ...daily, skippedCalls: [fri] }, sat],
  ['the day after two skipped calls in a row, in any order', { ...daily, skippedCalls: [sat, fri] }, sun],
  ['none after a skipped one-time call', { ...once, skippedCalls: [fri] }, null],
  ['none when nothing is due', { ...once, nextDueAt: null }, null],
])('SCHED-9 what rings next is %s', (_case, schedule, next) => {
  expect(nextUnskipped(schedule)).toBe(next)
})

test('SCHED-9 a skip matches only its own call, to the millisecond', () => {
  const skipped = { skippedCalls: [fri] }
  expect([fri - 1, fri, fri + 1].map((at) => isSkipped(skipped, at))).toEqual([false, true, false])
})

test('SCHED-9 the card shows coming skips, earliest first, without one that is due now', () => {
  expect(skippedAhead({ skippedCalls: [sun, thu, sat, fri] }, fri)).toEqual([sat, sun])
})

test('SCHED-9 SCHED-13 a skip moves with its call when new zone data moves the call', () => {
  // The older data had Berlin an hour ahead of, or behind, where our data has it.
  for (const stored of [fri - 3_600_000, fri + 3_600_000]) {
    for (const schedule of [daily, once]) expect(nearest(schedule, stored)).toBe(fri)
    expect(skipsByOurData({ ...daily, zoneData: '2020a', skippedCalls: [stored] })).toEqual([fri])
  }
})

test('SCHED-9 SCHED-13 skips stored by our own data stay, and older ones without a matching call are dropped', () => {
  const odd = fri + 60_000
  expect(skipsByOurData({ ...daily, skippedCalls: [odd] })).toEqual([odd])
  expect(skipsByOurData({ ...once, zoneData: '2020a', skippedCalls: [sun] })).toEqual([])
})

test('SCHED-9 after an edit the person is told which coming skips no longer apply, earliest first', () => {
  const edited = { ...daily, skippedCalls: [sun, sat, thu] }
  const workdays = {
    kind: 'recurring',
    wakeupTime: '06:30',
    timezone: 'Europe/Berlin',
    weekdays: new Set(['thu', 'fri'] as const),
  } as const
  expect(skipsAfterEdit(edited, workdays, thu - 1)).toEqual({
    kept: [thu],
    dropped: [sat, sun].map((at) => ({ at, timezone: 'Europe/Berlin' })),
  })
  expect(skipsAfterEdit(edited, workdays, sat).dropped).toEqual([{ at: sun, timezone: 'Europe/Berlin' }])
  expect(skipsAfterEdit(null, workdays, thu)).toEqual({ kept: [], dropped: [] })
})

test('SCHED-9 WAKE-23 with two calls within hours of each other, a skip stays with its own', () => {
  const late: Schedule = { ...daily, wakeupTime: '23:00', times: { sat: '01:00' } }
  const friday = instant('2027-01-15T22:00Z')
  const saturday = instant('2027-01-16T00:00Z')
  for (const moved of [-1_800_000, 0, 1_800_000]) {
    expect(nearest(late, friday + moved)).toBe(friday)
    expect(nearest(late, saturday + moved)).toBe(saturday)
  }
})

test('SCHED-9 WAKE-24 new zone data leaves a skip on its day even if that day is now off', () => {
  const off: Schedule = { ...daily, daysOff: [{ from: '2027-01-15', to: '2027-01-15' }] }
  expect(nearest(off, fri)).toBe(fri)
  expect(nextUnskipped({ ...off, nextDueAt: sat, skippedCalls: [fri] })).toBe(sat)
})
