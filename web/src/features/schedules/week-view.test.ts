import { expect, test } from 'vitest'
import { callsInWeek, ringText } from './week-view.tsx'

const call = { scheduleId: 1, name: 'Gym', at: '2027-01-17T19:30:00Z', time: '06:30', timezone: 'Australia/Sydney' }
const day = (...calls: (typeof call)[]) => ({ date: '2027-01-18', weekday: 'mon' as const, isOff: false, calls })

test('DASH-11 the week counts its calls, and each shows its time, its name, and its city in another zone', () => {
  expect([[], [day()], [day(call)], [day(call), day(call, call)]].map(callsInWeek)).toEqual([
    'No calls',
    'No calls',
    '1 call',
    '3 calls',
  ])
  expect(ringText(call, 'Australia/Sydney')).toBe('6:30 AM Gym')
  expect(ringText({ ...call, name: null as never }, 'Europe/Lisbon')).toBe('6:30 AM (Sydney)')
})
