import { expect, test } from 'vitest'
import { partOfDay, spokenTime } from './spoken-number.ts'

test.each([
  ['00:00', 'midnight'],
  ['00:05', 'twelve oh five'],
  ['06:30', 'six thirty'],
  ['07:10', 'seven ten'],
  ['07:19', 'seven nineteen'],
  ['07:20', 'seven twenty'],
  ['07:21', 'seven twenty-one'],
  ['12:00', 'noon'],
  ['12:01', 'twelve oh one'],
  ['18:00', "six o'clock"],
  ['23:59', 'eleven fifty-nine'],
])('CALL-6 %s is spoken as %s', (time, words) => {
  expect(spokenTime(time)).toBe(words)
})

test('CALL-6 no two minutes of twelve hours sound alike, and none has a digit or a stray space', () => {
  const times = Array.from(
    { length: 720 },
    (_, minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  )
  const said = times.map(spokenTime)
  expect(new Set(said).size).toBe(720)
  expect(said.filter((words) => !/^[a-z']+( [a-z'-]+){0,3}$/.test(words))).toEqual([])
})

test.each([
  ['00:00', 'day'],
  ['03:59', 'day'],
  ['04:00', 'morning'],
  ['11:59', 'morning'],
  ['12:00', 'afternoon'],
  ['16:59', 'afternoon'],
  ['17:00', 'evening'],
  ['23:59', 'evening'],
  [null, 'day'],
] as const)('CALL-6 at %s the call wishes a good %s', (time, part) => {
  expect(partOfDay(time)).toBe(part)
})
