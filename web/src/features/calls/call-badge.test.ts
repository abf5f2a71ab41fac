import { expect, test } from 'vitest'
import { callClock, callDate, KINDS, minutesAndSeconds } from './call-badge.tsx'

test.each([
  [0, '0:00'],
  [9, '0:09'],
  [75, '1:15'],
  [600, '10:00'],
])('DASH-6 %i seconds are shown as %s', (seconds, shown) => {
  expect(minutesAndSeconds(seconds)).toBe(shown)
})

test('HIST-1 a call shows its local day and 12-hour time', () => {
  const call = { callTimeLocal: { date: '2027-01-15', time: '18:05', weekday: 'fri', today: '2027-02-01' } } as const
  expect([callDate(call), callClock(call)]).toEqual(['Fri, Jan 15', '6:05 PM'])
})

test('HIST-1 a call of another year shows the year', () => {
  const callTimeLocal = { date: '2026-01-15', time: '06:05', weekday: 'thu', today: '2027-02-01' } as const
  expect(callDate({ callTimeLocal })).toBe('Thu, Jan 15, 2026')
})

test('HIST-1 CALL-4 every retry is called “Another try”', () => {
  expect(KINDS.retry).toBe('Another try')
})

test('HIST-1 WAKE-9 the second call of Strict is called “Second check”', () => {
  expect(KINDS['second-check']).toBe('Second check')
})
