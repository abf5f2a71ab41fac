import { expect, test } from 'vitest'
import type { RungOccurrence } from '../calls/progress.ts'
import { addDays } from '../time/calendar.ts'
import { occasionOf } from './call-message.ts'

const TODAY = '2027-01-15'
/** What rang before today, the last day last: a answered, u unconfirmed, m missed, - nothing. */
const rang = (days: string): RungOccurrence[] =>
  [...days].flatMap((day, index) => {
    const outcome = ({ a: 'answered', u: 'unconfirmed', m: 'missed' } as const)[day]
    return outcome === undefined ? [] : [{ date: addDays(TODAY, index - days.length), outcome }]
  })
const occasion = (days: string, clocksMoved = 0) => occasionOf(rang(days), { localDate: TODAY, clocksMoved })

test.each([
  ['', 'firstCall'],
  ['a', null],
  ['m', 'afterMissed'],
  ['au', 'afterMissed'],
  ['mua', null],
  ['aaa', 3],
  ['aaaa', null],
  ['maaa', 3],
  ['aa-a', 3],
  ['a'.repeat(7), 7],
  ['a'.repeat(14), 14],
  ['a'.repeat(30), 30],
  ['a'.repeat(50), 50],
  ['a'.repeat(100), 100],
  ['a'.repeat(101), null],
  ['aaa--', 3],
  ['aaa---', 'afterPause'],
  ['m---', 'afterPause'],
] as const)('CALL-6 after %j the occasion is %s', (days, expected) => {
  expect(occasion(days)).toBe(expected)
})

test('CALL-6 a clock change last night is the occasion, except on a first call ever', () => {
  expect([occasion('aaa', 60), occasion('m', -60), occasion('a---', 30)]).toEqual([
    'clocksForward',
    'clocksBack',
    'clocksForward',
  ])
  expect(occasion('', 60)).toBe('firstCall')
})

test('CALL-6 a morning with several calls counts by its best', () => {
  const both: RungOccurrence[] = [
    { date: '2027-01-14', outcome: 'answered' },
    { date: '2027-01-14', outcome: 'missed' },
  ]
  expect(occasionOf(both, { localDate: TODAY, clocksMoved: 0 })).toBe(null)
})
