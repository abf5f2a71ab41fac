import { expect, test } from 'vitest'
import type { Instant } from '../time/time-zone.ts'
import { WEEKDAYS } from '../time/weekday.ts'
import { eveNotice, eveNoticeAt } from './eve-notice.ts'
import type { Rule } from './recurrence.ts'

const instant = (iso: string): Instant => Date.parse(iso)
const NOW = instant('2027-03-26T12:00Z')

const daily = (timezone: string, daysOff: { from: string; to: string }[] = []): Rule => ({
  kind: 'recurring',
  wakeupTime: '06:30',
  timezone,
  weekdays: new Set(WEEKDAYS),
  daysOff,
})

// Clocks change in Berlin in the night to Sunday, 2027-03-28; on Lord Howe by half an hour, on 2027-04-04.
test.each([
  ['at six the evening before', 'Europe/Berlin', '2027-03-28T04:30Z', '2027-03-27T17:00Z'],
  ['whatever the size of the change', 'Australia/Lord_Howe', '2027-04-03T20:00Z', '2027-04-03T07:00Z'],
  ['not for a call on the day before the change', 'Europe/Berlin', '2027-03-27T05:30Z', null],
  ['not for a call on the day after it', 'Europe/Berlin', '2027-03-29T04:30Z', null],
  ['for a call in the very first minute of the new time', 'Europe/Berlin', '2027-03-28T01:00Z', '2027-03-27T17:00Z'],
  ['for a call less than a day after the change', 'Europe/Berlin', '2027-03-29T00:59Z', '2027-03-28T16:00Z'],
  ['not for a call a full day after the change', 'Europe/Berlin', '2027-03-29T01:00Z', null],
])('SHELL-11 a person hears about a clock change: %s', (_case, zone, callAt, told) => {
  expect(eveNoticeAt(daily(zone), instant(callAt), NOW)).toBe(told === null ? null : instant(told))
})

test('SHELL-11 a clock change is not announced once that evening has come, or if that evening does not exist', () => {
  const [call, evening] = [instant('2027-03-28T04:30Z'), instant('2027-03-27T17:00Z')]
  expect(eveNoticeAt(daily('Europe/Berlin'), call, evening - 1)).toBe(evening)
  expect(eveNoticeAt(daily('Europe/Berlin'), call, evening)).toBeNull()
  // Apia skipped 2011-12-30.
  expect(eveNoticeAt(daily('Pacific/Apia'), instant('2011-12-30T17:00Z'), 0)).toBeNull()
})

const mondays: Rule = { ...daily('UTC'), weekdays: new Set(['mon']) } as Rule
const [midnight, late] = [
  { ...daily('Pacific/Auckland'), wakeupTime: '00:05' },
  { ...daily('Pacific/Honolulu'), wakeupTime: '23:30' },
]
// 2027-01-18 is a Monday.
test.each<[string, Rule, string, ReturnType<typeof eveNotice>]>([
  ['three days off', daily('UTC', [{ from: '2027-01-15', to: '2027-01-17' }]), '18T06:30', 'calls-start-again'],
  [
    'three holidays in a row, each its own entry',
    daily('UTC', [
      { from: '2027-01-17', to: '2027-01-17' },
      { from: '2027-01-15', to: '2027-01-16' },
    ]),
    '18T06:30',
    'calls-start-again',
  ],
  [
    'two holidays, and one on another day',
    daily('UTC', [
      { from: '2027-01-17', to: '2027-01-17' },
      { from: '2027-01-14', to: '2027-01-15' },
    ]),
    '18T06:30',
    null,
  ],
  ['two days off', daily('UTC', [{ from: '2027-01-16', to: '2027-01-17' }]), '18T06:30', null],
  ['the second call after them', daily('UTC', [{ from: '2027-01-15', to: '2027-01-17' }]), '19T06:30', null],
  [
    "three days off, by the schedule's calendar ahead of UTC",
    { ...midnight, daysOff: [{ from: '2027-01-15', to: '2027-01-17' }] },
    '17T11:05',
    'calls-start-again',
  ],
  [
    "three days off, by the schedule's calendar behind UTC",
    { ...late, daysOff: [{ from: '2027-01-15', to: '2027-01-17' }] },
    '19T09:30',
    'calls-start-again',
  ],
  ['a call before them', daily('UTC', [{ from: '2027-01-19', to: '2027-01-25' }]), '18T06:30', null],
  [
    'days between',
    { ...mondays, daysOff: [{ from: '2027-01-12', to: '2027-01-14' }] },
    '18T06:30',
    'calls-start-again',
  ],
  [
    'a one-time call',
    {
      kind: 'one-time',
      date: '2027-01-18',
      wakeupTime: '06:30',
      timezone: 'UTC',
      daysOff: [{ from: '2027-01-12', to: '2027-01-14' }],
    },
    '18T06:30',
    null,
  ],
])('WAKE-24 the evening before says that calls restart after three or more days off: %s', (_case, rule, at, told) => {
  expect(eveNotice(rule, instant(`2027-01-${at}Z`))).toBe(told)
})
