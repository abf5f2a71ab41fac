import { expect, test } from 'vitest'
import {
  capitalized,
  DAY_MS,
  days,
  HOUR_MS,
  hours,
  inWords,
  MINUTE_MS,
  minutes,
  numberInWords,
  timesInWords,
  YEAR_MS,
} from './duration.ts'

test('a duration is given in the unit asked for', () => {
  expect([minutes(9 * MINUTE_MS), minutes(MINUTE_MS), hours(DAY_MS), days(30 * DAY_MS), days(YEAR_MS)]).toEqual([
    '9 minutes',
    '1 minute',
    '24 hours',
    '30 days',
    '365 days',
  ])
})

test.each([
  [9 * MINUTE_MS, 'nine minutes'],
  [MINUTE_MS, 'a minute'],
  [90 * MINUTE_MS, '90 minutes'],
  [HOUR_MS, 'an hour'],
  [DAY_MS, 'a day'],
  [2 * DAY_MS, 'two days'],
  [7 * DAY_MS, 'a week'],
  [30 * DAY_MS, '30 days'],
  [YEAR_MS, 'a year'],
  [2 * YEAR_MS, 'two years'],
])('%s ms in words: %s', (ms, words) => {
  expect(inWords(ms)).toBe(words)
})

test('numbers are words up to twelve', () => {
  expect([3, 12, 13].map(numberInWords)).toEqual(['three', 'twelve', '13'])
  expect([0, 1, 2, 3].map(timesInWords)).toEqual(['never', 'once', 'twice', 'three times'])
  expect(capitalized('nine minutes')).toBe('Nine minutes')
})
