import type { NewSchedule, Schedule } from '@reveille/contract/schedules'
import { ANSWERS } from '@reveille/contract/test-data/answers'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../api/queries.tsx'
import { newerSchedule, nextRing, saveSchedule, scheduleList } from './api.ts'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

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

test.each([
  [404, 'not-found'],
  [409, 'schedule-over'],
])(
  'SHELL-17 a save that finds its schedule gone (%i %s) fetches the list at once, so that the form says so',
  async (status, reason) => {
    const schedule = ANSWERS.saveSchedule[0] as Schedule
    queryClient.setQueryData(scheduleList.queryKey, [schedule])
    const answer = (method: string | undefined) =>
      method === 'GET' ? Response.json([]) : Response.json({ reason, message: 'Gone.' }, { status })
    vi.stubGlobal('fetch', (_url: string, { method }: RequestInit) => Promise.resolve(answer(method)))
    const { id, version } = schedule
    const over = { version, newer: newerSchedule(id, () => true) }
    await expect(saveSchedule({ id, schedule: schedule as unknown as NewSchedule, over })).rejects.toMatchObject({
      reason,
    })
    expect(queryClient.getQueryData(scheduleList.queryKey)).toEqual([])
  },
)
