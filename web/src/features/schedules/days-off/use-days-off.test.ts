import type { Schedule } from '@reveille/contract/schedules'
import { expect, test } from 'vitest'
import { usualDaysOff } from './days-off-dialog.tsx'
import { daysOffText, rangeText, scheduleTitle } from './use-days-off.ts'

const schedules = [{ id: 17, name: 'Gym', wakeupTime: '06:30', timezone: 'Australia/Sydney' }] as Schedule[]
const week = { id: 1, scheduleId: null, from: '2027-01-18', to: '2027-01-24', name: null }

test('WAKE-24 days off show their dates, their name and their schedule', () => {
  expect(daysOffText(week, schedules)).toBe('Days off: Mon, Jan 18 – Sun, Jan 24')
  expect(daysOffText({ ...week, name: 'Lisbon', scheduleId: 17 }, schedules)).toBe(
    'Lisbon: Mon, Jan 18 – Sun, Jan 24 · Gym, 6:30 AM in Sydney',
  )
  expect(rangeText({ from: '2027-01-18', to: '2027-01-18' })).toBe('Mon, Jan 18')
  expect(rangeText({ from: '2027-12-27', to: '2028-01-02' })).toBe('Mon, Dec 27, 2027 – Sun, Jan 2, 2028')
})

test('SCHED-1 WAKE-24 a name written from right to left keeps apart from the time after it', () => {
  const [gym] = schedules
  expect(scheduleTitle({ ...gym!, name: 'בוקר 8' })).toBe('\u2068בוקר 8\u2069, 6:30 AM in Sydney')
  expect(scheduleTitle({ ...gym!, name: 'صباح 7' })).toBe('\u2068صباح 7\u2069, 6:30 AM in Sydney')
  expect(scheduleTitle({ ...gym!, name: 'Früh 8 👑' })).toBe('Früh 8 👑, 6:30 AM in Sydney')
})

test.each([
  ['a Thursday', '2027-01-15', ['2027-01-16', '2027-01-17'], ['2027-01-18', '2027-01-24']],
  ['a Friday', '2027-01-16', ['2027-01-16', '2027-01-17'], ['2027-01-18', '2027-01-24']],
  ['a Saturday', '2027-01-17', ['2027-01-17', '2027-01-17'], ['2027-01-18', '2027-01-24']],
  ['a Sunday', '2027-01-18', ['2027-01-23', '2027-01-24'], ['2027-01-18', '2027-01-24']],
])('WAKE-24 on %s the dialog offers tomorrow, the weekend and next week', (_today, tomorrow, weekend, week) => {
  expect(usualDaysOff(tomorrow)).toEqual([
    { name: 'Tomorrow', from: tomorrow, to: tomorrow },
    { name: 'This weekend', from: weekend[0], to: weekend[1] },
    { name: 'Next week', from: week[0], to: week[1] },
  ])
})
