import { expect, test } from 'vitest'
import { progressOf, WEEKS } from './progress.ts'

// Friday. The weekday of a call does not matter here, only its date.
const today = '2027-01-15'
const call = (date: string, status: string, more: object = {}) =>
  ({
    kind: 'first',
    phase: 'ended',
    status,
    callTimeLocal: { date, time: '06:30', weekday: 'mon', today },
    ...more,
  }) as Parameters<typeof progressOf>[0][number]

test('DASH-9 this week counts answered and missed mornings, Monday to Sunday', () => {
  const calls = [call('2027-01-11', 'completed'), call('2027-01-12', 'no_answer'), call('2027-01-10', 'completed')]
  expect(progressOf(calls, today).thisWeek).toEqual({ monday: '2027-01-11', answered: 1, missed: 1 })
})

test('DASH-9 a morning answered at the second try is an answered one', () => {
  const calls = [call('2027-01-12', 'no_answer'), call('2027-01-12', 'completed', { kind: 'retry' })]
  expect(progressOf(calls, today).thisWeek).toMatchObject({ answered: 1, missed: 0 })
  expect(progressOf(calls.toReversed(), today).thisWeek).toMatchObject({ answered: 1, missed: 0 })
})

test('DASH-9 the streak passes over days without a call and ends at a missed one', () => {
  const answered = ['2027-01-14', '2027-01-11', '2027-01-08', '2027-01-04'].map((date) => call(date, 'completed'))
  expect(progressOf(answered, today).streak).toBe(4)
  expect(progressOf([...answered, call('2027-01-09', 'no_answer')], today).streak).toBe(2)
})

test('DASH-9 neither samples, calls under way nor those we failed to place count', () => {
  const calls = [
    call('2027-01-14', 'completed', { kind: 'sample' }),
    call('2027-01-13', 'failed'),
    call('2027-01-15', 'pending', { phase: 'ringing' }),
  ]
  expect(progressOf(calls, today)).toMatchObject({ streak: 0, thisWeek: { answered: 0, missed: 0 } })
})

test('DASH-9 the picture holds twelve weeks, this one last', () => {
  const { weeks } = progressOf([call('2026-10-26', 'completed'), call('2026-10-25', 'completed')], today)
  expect(weeks).toHaveLength(WEEKS)
  expect(weeks[0]).toEqual({ monday: '2026-10-26', answered: 1, missed: 0 })
  expect(weeks.at(-1)?.monday).toBe('2027-01-11')
})
