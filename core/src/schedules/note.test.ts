import { zoneDataVersion } from '@reveille/core/time/time-zone'
import { expect, test } from 'vitest'
import { noteAfterChange, noteOf } from './note.ts'
import type { Schedule } from './schedule.ts'

const at = Date.parse('2027-01-15T05:30:00Z')
const now = at - 60 * 60_000
const daily = {
  wakeupTime: '06:30',
  timezone: 'Europe/Berlin',
  isRecurring: true,
  weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
  cycle: null,
  date: null,
  skippedCalls: [],
  zoneData: zoneDataVersion,
  note: 'exam at 9',
  noteAt: at,
} as unknown as Schedule

test.each<[string, Schedule, number, number | null]>([
  ['stays while its call does', daily, now, at],
  ['stays while its call is skipped, which can be undone', { ...daily, skippedCalls: [at] }, now, at],
  [
    'stays on a day off, which can be undone',
    { ...daily, daysOff: [{ from: '2027-01-15', to: '2027-01-15' }] },
    now,
    at,
  ],
  ['is dropped when its call moves to another time', { ...daily, wakeupTime: '06:31' }, now, null],
  ['is dropped when its call moves to another day', { ...daily, weekdays: ['mon'] }, now, null],
  ['stays for the retries of a morning in progress', { ...daily, wakeupTime: '06:31' }, at, at],
  [
    'follows its call when new zone data moves the call',
    { ...daily, zoneData: '2020a', noteAt: at + 3_600_000 },
    now,
    at,
  ],
])('WAKE-26 a note %s', (_case, schedule, when, kept) => {
  expect(noteAfterChange(schedule, when)?.noteAt ?? null).toBe(kept)
})

test('WAKE-26 a note belongs to one call only', () => {
  expect([noteOf(daily, at), noteOf(daily, at + 86_400_000)]).toEqual(['exam at 9', null])
})
