import { expect, test } from 'vitest'
import { dayName, daysByTime, IN_FULL, timeSpan, weekdaysText } from './time-words.ts'

const MIN = 60_000
test.each([
  [30_000, 'less than a minute'],
  [MIN, '1 min'],
  [5 * MIN, '5 min'],
  [552 * MIN, '9 h 12 min'],
  [60 * MIN, '1 h 0 min'],
  [24 * 60 * MIN, '1 day'],
  [25 * 60 * MIN, '1 day, 1 hour'],
  [48 * 60 * MIN, '2 days'],
  [(6 * 24 + 5) * 60 * MIN, '6 days, 5 hours'],
  [(7 * 24 + 5) * 60 * MIN, '7 days'],
  [(10 * 24 + 5) * 60 * MIN, '10 days'],
])('NEXT-1 %i ms reads as "%s"', (ms, words) => {
  expect(timeSpan(ms)).toBe(words)
})

test.each([
  ['2027-01-15', 'fri', 'today'],
  ['2027-01-16', 'sat', 'tomorrow'],
  ['2027-01-18', 'mon', 'Monday'],
  ['2027-01-22', 'fri', 'Fri, Jan 22'],
] as const)('NEXT-1 seen from Friday the 15th, %s is "%s"', (date, weekday, words) => {
  expect(dayName({ date, weekday, time: '06:30', today: '2027-01-15' })).toBe(words)
})

test.each([
  [['mon', 'tue', 'wed', 'thu', 'fri'], 'Mon–Fri'],
  [['sun', 'sat'], 'Sat, Sun'],
  [['mon', 'wed', 'thu', 'fri'], 'Mon, Wed–Fri'],
  [['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'], 'Every day'],
  [['tue'], 'Tue'],
] as const)('SCHED-1 the days %j read as "%s"', (weekdays, words) => {
  expect(weekdaysText(weekdays)).toBe(words)
})

test('SCHED-1 the days in full', () => {
  expect(weekdaysText(['mon', 'wed', 'thu', 'fri', 'sun'], IN_FULL)).toBe(
    'Monday, Wednesday through Friday, and Sunday',
  )
  expect(weekdaysText(['sun', 'sat'], IN_FULL)).toBe('Saturday and Sunday')
})

test('WAKE-23 days with other times are listed with them, in the order of the week', () => {
  const schedule = {
    wakeupTime: '06:30',
    times: { sun: '09:00', tue: '07:15', thu: '07:15' },
    weekdays: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri'],
  } as const
  expect(daysByTime(schedule)).toEqual([
    ['Mon, Wed, Fri', '6:30 AM'],
    ['Tue, Thu', '7:15 AM'],
    ['Sun', '9:00 AM'],
  ])
})
