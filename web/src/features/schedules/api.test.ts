import { expect, test } from 'vitest'
import { nextRing } from './api.ts'

const local = (date: string, time: string, weekday: 'thu' | 'fri' | 'sat') => ({
  date,
  time,
  weekday,
  today: '2027-01-14',
})
const daily = {
  isActive: true,
  isRecurring: true,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  nextCallAt: '2027-01-15T06:30:00.000Z',
  nextCallLocal: local('2027-01-15', '06:30', 'fri'),
  followUp: null,
}
const snoozed = {
  ...daily,
  followUp: {
    at: '2027-01-14T06:39:00.000Z',
    local: local('2027-01-14', '06:39', 'thu'),
    kind: 'snooze',
    afterFault: false,
  },
} as const

test.each([
  ['its day and time', [daily], 'Friday, 6:30 AM'],
  ['an earlier snooze', [snoozed], 'Thursday, 6:39 AM'],
  ['the first of several', [daily, { ...snoozed, isActive: true }], 'Thursday, 6:39 AM'],
  ['nothing for a paused schedule', [{ ...snoozed, isActive: false }], undefined],
  ['nothing without a schedule', [], undefined],
  ['nothing without a next call', [{ ...daily, nextCallAt: null, nextCallLocal: null }], undefined],
  [
    'its date when it is a week away',
    [{ ...daily, nextCallLocal: local('2027-01-22', '06:30', 'fri') }],
    'Fri, Jan 22, 6:30 AM',
  ],
  ['its city when its zone differs', [{ ...daily, timezone: 'Asia/Tokyo' }], 'Friday, 6:30 AM (Tokyo time)'],
])('SHELL-15 the browser remembers the next call as %s', (_case, schedules, words) => {
  expect(nextRing(schedules)?.words).toBe(words)
})
