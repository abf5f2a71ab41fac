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
  ['the next call by its day', [daily], 'Friday, 6:30 AM'],
  ['a snooze before it', [snoozed], 'Thursday, 6:39 AM'],
  ['of several the first', [daily, { ...snoozed, isActive: true }], 'Thursday, 6:39 AM'],
  ['nothing of one that is paused', [{ ...snoozed, isActive: false }], undefined],
  ['no schedule', [], undefined],
  ['nothing ahead', [{ ...daily, nextCallAt: null, nextCallLocal: null }], undefined],
  ['a week ahead its date', [{ ...daily, nextCallLocal: local('2027-01-22', '06:30', 'fri') }], 'Fri, Jan 22, 6:30 AM'],
  ['its city where it is another', [{ ...daily, timezone: 'Asia/Tokyo' }], 'Friday, 6:30 AM (Tokyo time)'],
])('SHELL-15 what a browser keeps of the next call is %s', (_case, schedules, words) => {
  expect(nextRing(schedules)?.words).toBe(words)
})
