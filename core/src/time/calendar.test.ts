import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dateOf, dayNumber, daysBetween, minuteOfDay, timeOf, weekdayOf, weekdayOfDay } from './calendar.ts'
import { shortWeekdayName, WEEKDAYS, weekdayName } from './weekday.ts'

const DAY_MS = 86_400_000
const firstDay = Date.parse('0000-01-01') / DAY_MS
const lastDay = Date.parse('9999-12-31') / DAY_MS

test('SCHED-13 the calendar matches the Gregorian one', () => {
  fc.assert(
    fc.property(fc.integer({ min: firstDay, max: lastDay }), (day) => {
      const known = new Date(day * DAY_MS)
      expect(dateOf(day)).toBe(known.toISOString().slice(0, 10))
      expect(dayNumber(dateOf(day))).toBe(day)
      expect(weekdayOf(dateOf(day))).toBe(WEEKDAYS[known.getUTCDay()])
    }),
    { seed: 2026, numRuns: 2000 },
  )
})

test.each([
  ['2028-02-28', 1, '2028-02-29'],
  ['2027-02-28', 1, '2027-03-01'],
  ['2100-02-28', 1, '2100-03-01'],
  ['2000-02-28', 1, '2000-02-29'],
  ['2027-12-31', 1, '2028-01-01'],
  ['2028-01-01', -1, '2027-12-31'],
  ['2027-01-15', 0, '2027-01-15'],
])('SCHED-13 %s moved by %i days is %s', (date, days, expected) => {
  expect(addDays(date, days)).toBe(expected)
  expect(daysBetween(date, expected)).toBe(days)
})

test.each(['2027-02-29', '2027-02-30', '2027-13-01', '2027-00-10', '2027-01-00', '2027-1-5', '', 'tomorrow'])(
  'SCHED-2 %j is not a date',
  (date) => {
    expect(dayNumber(date)).toBeNull()
    expect(() => weekdayOf(date)).toThrow('not a date')
  },
)

test.each([
  ['00:00', 0],
  ['06:30', 390],
  ['23:59', 1439],
])('SCHED-1 %s is minute %i of the day', (time, minute) => {
  expect(minuteOfDay(time)).toBe(minute)
  expect(timeOf(minute)).toBe(time)
})

test.each(['24:00', '6:30', '06:60', '23:59:60', '106:30', ''])('SCHED-1 %j is not a time', (time) => {
  expect(() => minuteOfDay(time)).toThrow('not a local time')
})

test('SCHED-1 a fractional day has no weekday', () => {
  expect(() => weekdayOfDay(0.5)).toThrow('not a whole day: 0.5')
})

test('SCHED-1 the week begins on Sunday, and its days have names', () => {
  expect(WEEKDAYS.map(weekdayName).join(' ')).toBe('Sunday Monday Tuesday Wednesday Thursday Friday Saturday')
  expect(WEEKDAYS.map(shortWeekdayName).join(' ')).toBe('Sun Mon Tue Wed Thu Fri Sat')
})
