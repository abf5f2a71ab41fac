import { expect, test } from 'vitest'
import { progressOf, streakOf, WEEKS, type RungOccurrence } from './progress.ts'

const FRIDAY = '2027-01-15'
const answered = (...dates: string[]): RungOccurrence[] => dates.map((date) => ({ date, outcome: 'answered' }))
const missed = (...dates: string[]): RungOccurrence[] => dates.map((date) => ({ date, outcome: 'missed' }))
const unconfirmed = (...dates: string[]): RungOccurrence[] => dates.map((date) => ({ date, outcome: 'unconfirmed' }))
const thisWeek = (rung: readonly RungOccurrence[]) => progressOf(rung, FRIDAY).thisWeek
const lastPicture = (rung: readonly RungOccurrence[]) => progressOf(rung, FRIDAY).weeks.at(-1)
const on = (day: number, outcome: RungOccurrence['outcome']) =>
  Array.from({ length: 7 }, (_, at) => (at === day ? outcome : null))

test('DASH-9 this week counts answered, not confirmed and missed calls, Monday to Sunday', () => {
  const rung = [
    ...answered('2027-01-10', '2027-01-11', '2027-01-17', '2027-01-18'),
    ...unconfirmed('2027-01-10', '2027-01-14'),
    ...missed('2027-01-12'),
  ]
  expect(thisWeek(rung)).toEqual({ answered: 2, unconfirmed: 1, missed: 1 })
})

test('WAKE-17 a day with several calls counts its best: answered, then not confirmed, then missed', () => {
  const day = '2027-01-12'
  const best = (...rung: RungOccurrence[][]) => [rung.flat(), rung.flat().toReversed()].map(lastPicture)
  const picture = { monday: '2027-01-11', answered: 0, unconfirmed: 0, missed: 0 }
  const [isAnswered, isUnconfirmed] = [
    { ...picture, answered: 1, days: on(1, 'answered') },
    { ...picture, unconfirmed: 1, days: on(1, 'unconfirmed') },
  ]
  expect(best(missed(day), unconfirmed(day))).toEqual([isUnconfirmed, isUnconfirmed])
  expect(best(unconfirmed(day), answered(day))).toEqual([isAnswered, isAnswered])
})

test('DASH-9 a missed and an answered call on one day each count, and the morning counts as answered', () => {
  const rung = [...missed('2027-01-12'), ...answered('2027-01-12')]
  for (const inAnyOrder of [rung, rung.toReversed()]) {
    expect(thisWeek(inAnyOrder)).toEqual({ answered: 1, unconfirmed: 0, missed: 1 })
    expect(lastPicture(inAnyOrder)).toMatchObject({ answered: 1, days: on(1, 'answered') })
    expect(streakOf(inAnyOrder)).toBe(1)
  }
})

test.each<[string, RungOccurrence[], number]>([
  ['skips days without a call', answered('2027-01-04', '2027-01-08', '2027-01-11'), 3],
  ['restarts after a missed morning', [...answered('2027-01-08', '2027-01-11'), ...missed('2027-01-09')], 1],
  ['ends when the last morning was missed', [...answered('2027-01-11'), ...missed('2027-01-12')], 0],
  ['counts mornings, not calls', answered('2027-01-11', '2027-01-11', '2027-01-12', '2027-01-12'), 2],
  [
    'neither grows nor ends on a morning without proof',
    [...answered('2027-01-11', '2027-01-13'), ...unconfirmed('2027-01-12', '2027-01-14')],
    2,
  ],
  ['does not start with an unconfirmed morning', unconfirmed('2027-01-11'), 0],
  ['is 0 before the first call', [], 0],
])('DASH-9 WAKE-17 the streak %s', (_case, rung, streak) => {
  expect(streakOf(rung)).toBe(streak)
  expect(progressOf(rung.toReversed(), FRIDAY).streak).toBe(streak)
})

test('DASH-9 the chart holds the mornings of twelve weeks, this week last', () => {
  const rung = [...answered('2026-10-25', '2026-10-26'), ...missed('2026-10-27', '2026-10-27')]
  const { weeks, streak } = progressOf([...rung, ...answered('2027-01-17')], FRIDAY)
  expect(weeks).toHaveLength(WEEKS)
  const first = ['answered', 'missed', null, null, null, null, null]
  expect(weeks[0]).toEqual({ monday: '2026-10-26', answered: 1, unconfirmed: 0, missed: 1, days: first })
  expect(weeks.at(-1)).toMatchObject({
    monday: '2027-01-11',
    answered: 1,
    unconfirmed: 0,
    missed: 0,
    days: on(6, 'answered'),
  })
  expect(streak).toBe(1)
})

test('DASH-9 the streak can be longer than the chart', () => {
  const year = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2026, 0, 15 + day)).toISOString().slice(0, 10))
  expect(progressOf(answered(...year), FRIDAY).streak).toBe(365)
})

test('DASH-9 the best streak survives a missed morning', () => {
  const first = [...answered('2026-12-01', '2026-12-02', '2026-12-04'), ...unconfirmed('2026-12-03')]
  const rung = [...first, ...missed('2026-12-05'), ...answered('2027-01-11')]
  expect(progressOf(rung, FRIDAY)).toMatchObject({ streak: 1, bestStreak: 3 })
  expect(progressOf([], FRIDAY)).toMatchObject({ streak: 0, bestStreak: 0 })
  // The best may also be a later one, or today's.
  const days = (...names: string[]) => answered(...names.map((day) => `2027-01-${day}`))
  const miss = (day: string) => missed(`2027-01-${day}`)
  const middle = [...days('02'), ...miss('03'), ...days('04', '05', '06'), ...miss('07'), ...days('14', '15')]
  expect(progressOf(middle, FRIDAY)).toMatchObject({ streak: 2, bestStreak: 3 })
  const last = [...days('02'), ...miss('03'), ...days('14', '15')]
  expect(progressOf(last, FRIDAY)).toMatchObject({ streak: 2, bestStreak: 2 })
})
