import { expect, test } from 'vitest'
import { readCalendarFile } from './calendar-file.ts'
import bankHolidays from './test-data/bank-holidays.ics?raw'
import schoolHolidays from './test-data/schulferien.ics?raw'
import usHolidays from './test-data/us-holidays.ics?raw'

const TODAY = '2026-12-24'
const EVENT = { DTSTART: ';VALUE=DATE:20270118', SUMMARY: ':Day', UID: ':1' }

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n')
/** A calendar with this event; a property is written with its parameters. */
const withEvent = (properties: Record<string, string> = {}) =>
  calendar(...event(...Object.entries({ ...EVENT, ...properties }).map(([name, value]) => name + value)))

const read = (text: string) => readCalendarFile(text, TODAY)
const inShort = (text: string) => {
  const found = read(text)
  if ('fault' in found) return found.fault
  return found.days.map(({ from, to, name }) => `${from === to ? from : `${from} to ${to}`} ${name}`)
}

test('SHIFT-6 a government’s bank holidays are read, which list DTEND before DTSTART', () => {
  expect(inShort(bankHolidays)).toEqual([
    '2026-12-25 Christmas Day',
    '2026-12-28 Boxing Day',
    '2027-01-01 New Year’s Day',
    '2027-03-26 Good Friday',
    '2027-03-29 Easter Monday',
    '2027-05-03 Early May bank holiday',
    '2027-05-31 Spring bank holiday',
    '2027-08-30 Summer bank holiday',
    '2027-12-27 Christmas Day',
    '2027-12-28 Boxing Day',
  ])
})

test('SHIFT-6 school holidays are read as spans, including those that have begun', () => {
  expect(inShort(schoolHolidays)).toEqual([
    '2026-12-23 to 2027-01-02 Weihnachtsferien 2026 Berlin',
    '2027-02-01 to 2027-02-06 Winterferien 2027 Berlin',
    '2027-03-22 to 2027-04-02 Osterferien 2027 Berlin',
    '2027-05-07 Brückentag nach Himmelfahrt 2027 Berlin,',
    '2027-05-18 to 2027-05-19 Pfingstferien 2027 Berlin',
    '2027-07-01 to 2027-08-14 Sommerferien 2027 Berlin',
  ])
})

test('SHIFT-6 a calendar program’s holidays, repeated since 1970, are expanded for two years', () => {
  expect(inShort(usHolidays)).toEqual([
    '2026-12-25 Christmas Day',
    '2027-01-01 New Year’s Day',
    '2027-01-18 Martin Luther King Jr. Day',
    '2027-05-31 Memorial Day',
    '2027-06-19 Juneteenth',
    '2027-07-04 Independence Day',
    '2027-09-06 Labor Day',
    '2027-11-25 Thanksgiving',
    '2027-12-25 Christmas Day',
    '2028-01-01 New Year’s Day',
    '2028-01-17 Martin Luther King Jr. Day',
    '2028-05-29 Memorial Day',
    '2028-06-19 Juneteenth',
    '2028-07-04 Independence Day',
    '2028-09-04 Labor Day',
    '2028-11-23 Thanksgiving',
  ])
})

test.each<[string, string, string[] | string]>([
  ['a duration instead of an end', withEvent({ DURATION: ':P3D' }), ['2027-01-18 to 2027-01-20 Day']],
  ['an end before its start', withEvent({ DTEND: ';VALUE=DATE:20270101' }), ['2027-01-18 Day']],
  ['a zone that nobody knows', withEvent({ DTSTART: ';TZID=Mars/Base;VALUE=DATE:20270118' }), ['2027-01-18 Day']],
  ['no name', withEvent({ SUMMARY: ':' }), ['2027-01-18 ']],
  [
    'a name of emoji, cut between them',
    withEvent({ SUMMARY: `:a${'🎄'.repeat(50)}` }),
    [`2027-01-18 a${'🎄'.repeat(19)}`],
  ],
  [
    'exceptions',
    withEvent({ RRULE: ':FREQ=WEEKLY;COUNT=3', EXDATE: ';VALUE=DATE:20270125' }),
    ['2027-01-18 Day', '2027-02-01 Day'],
  ],
  [
    'a repetition that was moved',
    calendar(
      ...event('UID:1', 'DTSTART;VALUE=DATE:20270118', 'RRULE:FREQ=WEEKLY;COUNT=2', 'SUMMARY:Day'),
      ...event('UID:1', 'DTSTART;VALUE=DATE:20270127', 'RECURRENCE-ID;VALUE=DATE:20270125', 'SUMMARY:Moved'),
    ),
    ['2027-01-18 Day', '2027-01-27 Moved'],
  ],
  [
    'a repetition that was canceled, and one that was moved to a time of day',
    calendar(
      ...event('UID:1', 'DTSTART;VALUE=DATE:20270118', 'RRULE:FREQ=WEEKLY;COUNT=3', 'SUMMARY:Day'),
      ...event(
        'UID:1',
        'DTSTART;VALUE=DATE:20270125',
        'RECURRENCE-ID;VALUE=DATE:20270125',
        'STATUS:CANCELLED',
        'SUMMARY:Day',
      ),
      ...event('UID:1', 'DTSTART:20270201T170000Z', 'RECURRENCE-ID;VALUE=DATE:20270201', 'SUMMARY:Day'),
    ),
    ['2027-01-18 Day'],
  ],
  [
    'a replaced repetition that can’t be found',
    calendar(
      ...event('UID:1', 'DTSTART;VALUE=DATE:20270118', 'SUMMARY:Day'),
      ...event('UID:1', 'DTSTART;VALUE=DATE:20270127', 'RECURRENCE-ID;VALUE=DATE:Monday', 'SUMMARY:Moved'),
    ),
    ['2027-01-18 Day', '2027-01-27 Moved'],
  ],
])('SHIFT-6 an event with %s is read', (_what, text, expected) => {
  expect(inShort(text)).toEqual(expected)
})

const NONE = 'This file has no all-day events in the next two years.'
const UNREADABLE = "We couldn't read this file. Please choose a calendar file (.ics)."

test.each([
  ['an event at a time of day', withEvent({ DTSTART: ':20270118T060000Z' }), NONE],
  ['a canceled event', withEvent({ STATUS: ':CANCELLED' }), NONE],
  ['an event that is over', withEvent({ DTSTART: ';VALUE=DATE:20261223' }), NONE],
  ['an event in three years', withEvent({ DTSTART: ';VALUE=DATE:20300101' }), NONE],
  ['a span of more than a year', withEvent({ DTEND: ';VALUE=DATE:20280201' }), NONE],
  ['no such date', withEvent({ DTSTART: ';VALUE=DATE:20270231' }), NONE],
  ['no events', calendar(), NONE],
  ['no text', '', UNREADABLE],
  ['a web page', '<!doctype html><title>Holidays</title>', UNREADABLE],
  ['a picture', '\u0089PNG\r\n\u001A\n\u0000\u0000\u0000\rIHDR\uFFFD\uFFFD', UNREADABLE],
  ['an address book', 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ann\r\nEND:VCARD', UNREADABLE],
  ['half a calendar', calendar(...event('DTSTART;VALUE=DATE:20270118')).slice(0, 60), UNREADABLE],
  [
    '10,000 events',
    calendar(...Array.from({ length: 10_000 }, () => event('DTSTART;VALUE=DATE:20270118')).flat()),
    'This file has more than 500 events. Please choose a smaller one.',
  ],
])('SHIFT-6 %s is refused with a message', (_what, text, words) => {
  expect(inShort(text)).toBe(words)
})

test.each([
  ['a weekday that no year has', 'FREQ=YEARLY;BYMONTH=2;BYDAY=6MO'],
  ['a day that no month has', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
  ['each second', 'FREQ=SECONDLY'],
  ['a set position', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'],
  ['no frequency', 'COUNT=3'],
  ['a day in the year', 'FREQ=YEARLY;BYYEARDAY=366'],
])('SHIFT-6 events that repeat by %s are left out and counted, even 500 of them', (_what, rule) => {
  const bombs = Array.from({ length: 499 }, (_one, i) =>
    event(`UID:${i}`, 'DTSTART;VALUE=DATE:19700101', 'SUMMARY:Bomb', `RRULE:${rule}`),
  )
  const good = event('UID:good', 'DTSTART;VALUE=DATE:20270118', 'SUMMARY:Day')
  expect(read(calendar(...bombs.flat(), ...good))).toEqual({
    days: [{ from: '2027-01-18', to: '2027-01-18', name: 'Day' }],
    leftOut: 499,
  })
})

test('SHIFT-6 an event with a rule of exceptions is left out, instead of being off on the days that it excepts', () => {
  const excepted = withEvent({ RRULE: ':FREQ=WEEKLY;COUNT=4', EXRULE: ':FREQ=WEEKLY;INTERVAL=2' })
  expect(read(excepted)).toEqual({ days: [], leftOut: 1 })
})

test('SHIFT-6 daily events since 1900 take a bounded amount of work', () => {
  const old = Array.from({ length: 499 }, (_one, i) =>
    event(`UID:${i}`, 'DTSTART;VALUE=DATE:19000101', 'SUMMARY:Daily', 'RRULE:FREQ=DAILY'),
  )
  expect(read(calendar(...old.flat()))).toMatchObject({ leftOut: 499 })
})
