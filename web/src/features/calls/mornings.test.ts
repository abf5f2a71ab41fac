import type { Call } from '@reveille/contract/calls'
import { ANSWERS } from '@reveille/contract/test-data/answers'
import { expect, test } from 'vitest'
import { byMorning, morningWords } from './mornings.ts'

const [any] = ANSWERS.callHistory[0] as [Call]
const FRIDAY = '2027-01-15T06:30:00.000Z'
const THURSDAY = '2027-01-14T06:30:00.000Z'
const morning = (dueAt: string, outcome: NonNullable<Call['morning']>['outcome'] = 'answered') => ({
  ...any.morning!,
  outcome,
  dueAt,
})
const one = (id: number, fields: Partial<Call>): Call => ({ ...any, phase: 'ended', id, ...fields })

test('HIST-5 calls are grouped by morning, whatever rang between them', () => {
  const calls = [
    one(9, { kind: 'sample', morning: null, scheduleId: null }),
    one(8, { kind: 'snooze', morning: morning(FRIDAY) }),
    one(7, { kind: 'first', morning: morning(FRIDAY), scheduleId: 2 }), // another schedule, at that instant
    one(6, { kind: 'first', morning: morning(FRIDAY) }),
    one(5, { kind: 'sample', morning: null, scheduleId: null }),
    one(4, { kind: 'first', morning: morning(THURSDAY) }),
  ]
  expect(byMorning(calls).map((group) => group.map(({ id }) => id))).toEqual([[9], [8, 6], [7], [5], [4]])
})

test('HIST-5 an open morning ends at its first call, and so does a canceled one', () => {
  const calls = (['retry', 'first', 'snooze', 'first'] as const).map((kind, index) =>
    one(9 - index, { kind, morning: null }),
  )
  expect(byMorning(calls).map((group) => group.map(({ id }) => id))).toEqual([
    [9, 8],
    [7, 6],
  ])
})

test.each<[string, Partial<Call>[]]>([
  ['Up at 6:30 AM', [{}]],
  ['Up at 6:30 AM, snoozed once', [{}, { snoozed: true }]],
  ['Up at 6:30 AM, snoozed three times', [{}, { snoozed: true }, { snoozed: true }, { snoozed: true }]],
  ['Not confirmed', [{ morning: morning(FRIDAY, 'unconfirmed') }]],
  ['Missed', [{ morning: morning(FRIDAY, 'missed') }]],
  ['Missed 2 calls', [{ morning: morning(FRIDAY, 'missed') }, {}]],
  ['Failed', [{ morning: morning(FRIDAY, 'failed') }]],
  ['Under way', [{ morning: null, phase: 'ringing', status: 'pending' }]],
  ['No Answer', [{ morning: null, kind: 'sample', status: 'no_answer' }]],
])('HIST-5 a morning reads %s', (words, calls) => {
  expect(morningWords(calls.map((fields, index) => one(index, fields))).word).toBe(words)
})
