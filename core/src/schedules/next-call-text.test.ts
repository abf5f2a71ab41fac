import { describe, expect, test } from 'vitest'
import { dateOf, dayNumber, weekdayOf } from '../time/calendar.ts'
import { zoneNames } from '../time/time-zone.ts'
import { callTimeText, cityOf, earliestNextCall, nextCallText, shortDate, twelveHour } from './next-call-text.ts'

const timezone = 'Australia/Sydney'
const local = (date: string, time: string, today: string) => ({ date, time, weekday: weekdayOf(date), today })

/** A schedule whose next call is at 06:30 UTC, seen on Wednesday, 2027-01-13. */
const schedule = (
  date: string,
  more: { isActive?: boolean; isRecurring?: boolean; cycle?: object; time?: string } = {},
) => ({
  isActive: true,
  isRecurring: true,
  timezone,
  nextCallAt: `${date}T${more.time ?? '06:30'}:00.000Z`,
  nextCallLocal: local(date, more.time ?? '06:30', '2027-01-13'),
  ...more,
})
const paused = { ...schedule('2027-01-13'), isActive: false, nextCallAt: null, nextCallLocal: null }
const once = { isRecurring: false }

describe('NEXT-1 the next-call text', () => {
  test.each([
    ['today', [schedule('2027-01-13')], 'Today at 6:30 AM (Sydney time)'],
    ['tomorrow', [schedule('2027-01-14')], 'Thursday at 6:30 AM (Sydney time)'],
    ['in six days', [schedule('2027-01-19')], 'Tuesday at 6:30 AM (Sydney time)'],
    ['a week from today', [schedule('2027-01-20')], 'Wednesday at 6:30 AM (Sydney time)'],
    ['more than a week away', [schedule('2027-01-21')], 'Thu, Jan 21 at 6:30 AM (Sydney time)'],
    ['of a rotation', [schedule('2027-01-14', { cycle: {} })], 'Thu, Jan 14 at 6:30 AM (Sydney time)'],
    ['one-time', [schedule('2027-01-15', once)], 'Fri, Jan 15 at 6:30 AM (Sydney time)'],
    ['one-time today', [schedule('2027-01-13', once)], 'Wed, Jan 13 at 6:30 AM (Sydney time)'],
    ['one-time, and in another year', [schedule('2028-01-13', once)], 'Thu, Jan 13, 2028 at 6:30 AM (Sydney time)'],
    ['one-time, the last day before', [schedule('2028-01-12', once)], 'Wed, Jan 12 at 6:30 AM (Sydney time)'],
  ])('names a call %s', (_case, schedules, expected) => {
    expect(nextCallText(schedules)).toBe(expected)
  })

  test('WAKE-24 names the days off before the next call', () => {
    const off = { ...schedule('2027-01-18'), offUntil: '2027-01-17' }
    expect(nextCallText([off])).toBe('Days off. Calls start again Mon, Jan 18')
    expect(nextCallText([off, schedule('2027-01-14')])).toBe('Thursday at 6:30 AM (Sydney time)')
  })

  test('is about the earliest of all active schedules, in any order', () => {
    const later = schedule('2027-01-14', { time: '05:00' })
    const sooner = schedule('2027-01-13', { time: '18:45' })
    for (const schedules of [
      [later, sooner, paused],
      [paused, sooner, later],
    ]) {
      expect(nextCallText(schedules)).toBe('Today at 6:45 PM (Sydney time)')
      expect(earliestNextCall(schedules)).toBe(sooner)
    }
  })

  test('is about the earliest, however far away the others are', () => {
    const sooner = schedule('2027-01-14')
    const later = { ...schedule('2027-01-15'), nextCallAt: '+010000-01-01T10:59:00.000Z' }
    expect(earliestNextCall([later, sooner])).toBe(sooner)
  })

  test('is about the first in the list when two ring at the same time', () => {
    const [one, other] = [schedule('2027-01-13'), schedule('2027-01-13')]
    expect(earliestNextCall([one, other])).toBe(one)
  })

  test('says that nothing is scheduled when every schedule is paused or has no call left, or none exists', () => {
    expect(nextCallText([])).toBe('No upcoming calls scheduled')
    expect(nextCallText([paused])).toBe('No upcoming calls scheduled')
    expect(nextCallText([{ ...paused, ...once, isActive: true }])).toBe('No upcoming calls scheduled') // skipped
    expect(nextCallText([{ ...schedule('2027-01-13'), isActive: false }])).toBe('No upcoming calls scheduled')
    expect(earliestNextCall([paused])).toBeNull()
    expect(earliestNextCall([{ ...schedule('2027-01-13'), isActive: false }])).toBeNull()
  })

  test('says so when it is unknown when the active schedule rings', () => {
    expect(nextCallText([{ ...schedule('2027-01-13'), nextCallLocal: null }])).toBe('Schedule details unavailable')
    expect(nextCallText([{ ...paused, isActive: true }, schedule('2027-01-14')])).toMatch(/^Thursday at /)
  })

  test('can describe a single call', () => {
    const when = callTimeText({ isRecurring: true, timezone: 'UTC' }, local('2027-01-14', '00:05', '2027-01-13'))
    expect(when).toBe('Thursday at 12:05 AM (UTC)')
  })
})

test.each([
  ['00:00', '12:00 AM'],
  ['00:05', '12:05 AM'],
  ['06:30', '6:30 AM'],
  ['11:59', '11:59 AM'],
  ['12:00', '12:00 PM'],
  ['13:07', '1:07 PM'],
  ['23:59', '11:59 PM'],
])('HIST-1 %s is shown as %s', (time, shown) => {
  expect(twelveHour(time)).toBe(shown)
})

test.each([
  ['2027-01-01', 'Fri, Jan 1'],
  ['2028-02-29', 'Tue, Feb 29'],
  ['2027-12-31', 'Fri, Dec 31'],
])('NEXT-1 %s is shown as %s', (date, shown) => {
  expect(shortDate(date, weekdayOf(date))).toBe(shown)
})

test('NEXT-1 each day of a year is named as Intl names it in English', () => {
  const english = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
  for (let day = dayNumber('2028-01-01')!; day <= dayNumber('2028-12-31')!; day++)
    expect(shortDate(dateOf(day), weekdayOf(dateOf(day)))).toBe(english.format(day * 86_400_000))
})

test('HIST-1 each zone on offer is shown by its place name, spelled as people write it', () => {
  const letters = (name: string) =>
    name
      .normalize('NFD')
      .replaceAll(/[^A-Za-z]/g, '')
      .toLowerCase()
  const shown = zoneNames().map((zone) => ({ place: zone.slice(zone.lastIndexOf('/') + 1), city: cityOf(zone) }))
  expect(shown.filter(({ place, city }) => letters(city) !== letters(place))).toEqual([])
  expect(shown.filter(({ city }) => /_|^St /.test(city))).toEqual([])
})

test.each([
  ['Australia/Sydney', 'Sydney'],
  ['America/New_York', 'New York'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['America/St_Johns', "St. John's"],
  ['America/Port-au-Prince', 'Port-au-Prince'],
  ['UTC', 'UTC'],
  ['Etc/GMT+5', 'UTC-5'],
  ['Etc/GMT-14', 'UTC+14'],
])('HIST-1 the city of %s is %s', (zone, city) => {
  expect(cityOf(zone)).toBe(city)
})
