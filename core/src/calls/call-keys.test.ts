import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerEffect, keyEffect, type CallPosition, type KeyContext, type KeyEffect } from './call-keys.ts'
import { PROOFS, type Task } from './proof.ts'

const NOW = Date.parse('2027-01-15T06:30:20Z')
const tasks: Task[] = ['473', '925', '618'].map((digits) => ({ kind: 'digits', digits }))

const wakeUp: KeyContext = {
  position: { at: 'message', asked: 1 },
  isSample: false,
  isSecondCheck: false,
  proof: 'gentle',
  snoozesLeft: 3,
  next: 'there',
  tasks: [],
  taskRound: 1,
  isConfirmed: false,
  isMenuRepeated: false,
  now: NOW,
}
const sample: KeyContext = { ...wakeUp, isSample: true, snoozesLeft: null, next: 'none' }
const menu: KeyContext = { ...wakeUp, position: { at: 'menu', asked: 1, openedAt: NOW - 4_000 } }
const firm: KeyContext = { ...wakeUp, proof: 'firm', tasks }
const typing = (round: number, taskRound = round): KeyContext => ({
  ...firm,
  position: { at: 'task', round, silences: 0 },
  taskRound,
})
const machine: KeyContext = { ...wakeUp, position: { at: 'machine', said: 1 } }

test.each<[string, string, KeyContext, KeyEffect]>([
  ['CALL-7 1 proves you are awake in gentle', '1', wakeUp, 'confirm'],
  ['CALL-7 1 confirms a sample too', '1', { ...sample, proof: 'strict' }, 'confirm'],
  ['WAKE-7 1 alone proves nothing in firm', '1', firm, 'ask-task'],
  ['WAKE-9 1 alone proves nothing in strict', '1', { ...firm, proof: 'strict' }, 'ask-task'],
  ['WAKE-7 1 after the last answer asks for no other task', '1', { ...firm, taskRound: 4 }, 'ask-task'],
  ['CALL-7 2 snoozes', '2', wakeUp, 'snooze'],
  ['CALL-7 2 snoozes as long as one is left', '2', { ...wakeUp, snoozesLeft: 1 }, 'snooze'],
  ['WAKE-28 2 with no snooze left says so', '2', { ...wakeUp, snoozesLeft: 0 }, 'no-snoozes'],
  ["WAKE-28 with 'none' chosen 2 is an unknown key", '2', { ...wakeUp, snoozesLeft: null }, 'only-these-keys'],
  ['WAKE-9 a second check has no snooze', '2', { ...wakeUp, isSecondCheck: true }, 'no-snoozes'],
  ['WAKE-3 2 is not offered in a sample', '2', sample, 'only-these-keys'],
  ['WAKE-16 2 after a proof on the dashboard promises no call', '2', { ...wakeUp, isConfirmed: true }, 'confirm'],
  ['CALL-7 9 skips the next call', '9', wakeUp, 'skip-next'],
  ['WAKE-4 9 skips from the menu too', '9', menu, 'skip-next'],
  ['WAKE-7 9 skips in firm, too', '9', firm, 'skip-next'],
  ['CALL-7 9 counts as 1 when the call it would skip is gone', '9', { ...wakeUp, next: 'gone' }, 'confirm'],
  [
    'WAKE-7 9 asks for the task in firm when the call it would skip is gone',
    '9',
    { ...firm, next: 'gone' },
    'ask-task',
  ],
  ['CALL-7 9 is not offered when no call is left', '9', { ...wakeUp, next: 'none' }, 'only-these-keys'],
  ['CALL-7 9 is not offered in a sample', '9', { ...sample, next: 'there' }, 'only-these-keys'],
  ['WAKE-4 0 opens the menu', '0', wakeUp, 'open-menu'],
  ['WAKE-4 0 in the menu stops all calls', '0', menu, 'stop-all'],
  ['WAKE-4 0 then 1 proves you are awake in gentle', '1', menu, 'confirm'],
  ['WAKE-5 0 then 3 repeats the message', '3', menu, 'say-message'],
  ['WAKE-5 3 does nothing outside the menu', '3', wakeUp, 'only-these-keys'],
  ['CALL-7 any other key is answered with the keys that work', '5', wakeUp, 'only-these-keys'],
  ['CALL-7 two digits are not a key', '11', wakeUp, 'only-these-keys'],
  ['CALL-7 00 at once is not 0 twice', '00', wakeUp, 'only-these-keys'],
  ['WAKE-4 00 at once is not 0 twice in the menu either', '00', menu, 'only-these-keys'],
  ['WAKE-7 the digits that were spoken prove you are awake', '473', typing(1), 'confirm'],
  ['WAKE-7 other digits get another task', '474', typing(1), 'wrong-answer'],
  ['WAKE-7 too few digits get another task', '47', typing(1), 'wrong-answer'],
  ['WAKE-7 the third wrong answer is the last', '619', typing(3), 'wrong-answer'],
  ['WAKE-7 the third answer may be the right one', '618', typing(3), 'confirm'],
  ['WAKE-4 0 opens the menu from a task, too', '0', typing(1), 'open-menu'],
  ['WAKE-12 any key to a machine starts the message', '1', machine, 'say-message'],
  ['WAKE-12 even 0 to a machine starts the message', '0', machine, 'say-message'],
])('%s', (_case, keys, context, effect) => {
  expect(keyEffect(keys, context)).toBe(effect)
})

test('WAKE-4 a sleepy double tap repeats the menu; only a later 0 stops all calls, whatever the network delay', () => {
  const after = (ms: number) => keyEffect('0', { ...menu, position: { at: 'menu', asked: 1, openedAt: NOW - ms } })
  expect([0, 2_000, 3_499, 3_500].map(after)).toEqual([...Array<string>(3).fill('open-menu'), 'stop-all'])
})

test('WAKE-4 WAKE-8 a double tap delivered again seconds later still repeats the menu', () => {
  const late = { ...menu, position: { at: 'menu', asked: 1, openedAt: NOW - 8_000 }, isMenuRepeated: true } as const
  expect(keyEffect('0', late)).toBe('open-menu')
})

test('WAKE-8 a wrong answer delivered twice uses up one round, in any round', () => {
  for (const round of [1, 2]) {
    const isCounted = answerEffect('000', round, { tasks, taskRound: round, isConfirmed: false })
    const isDoubled = answerEffect('000', round, { tasks, taskRound: round + 1, isConfirmed: false })
    expect([isCounted, isDoubled]).toEqual(['wrong-answer', 'repeated-answer'])
  }
  expect(answerEffect('000', 3, { tasks, taskRound: 4, isConfirmed: false })).toBe('repeated-answer')
})

test('WAKE-8 a late answer to an earlier round proves nothing, even if it solves the current task', () => {
  expect(answerEffect('925', 1, { tasks, taskRound: 2, isConfirmed: false })).toBe('repeated-answer')
  expect(answerEffect('473', 1, { tasks, taskRound: 2, isConfirmed: false })).toBe('repeated-answer')
  expect(answerEffect('618', 3, { tasks, taskRound: 4, isConfirmed: false })).toBe('repeated-answer')
})

test('WAKE-8 a right answer delivered twice still confirms', () => {
  expect(answerEffect('473', 1, { tasks, taskRound: 1, isConfirmed: true })).toBe('confirm')
})

const anyPosition: fc.Arbitrary<CallPosition> = fc.oneof(
  fc.record({ at: fc.constant('message' as const), asked: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    at: fc.constant('menu' as const),
    asked: fc.integer({ min: 1, max: 3 }),
    openedAt: fc.integer({ min: NOW - 9_000, max: NOW }),
  }),
  fc.record({ at: fc.constant('task' as const), round: fc.integer({ min: 1, max: 3 }), silences: fc.nat({ max: 1 }) }),
  fc.record({ at: fc.constant('machine' as const), said: fc.integer({ min: 1, max: 3 }) }),
)
const anyContext: fc.Arbitrary<KeyContext> = fc
  .record({
    position: anyPosition,
    isSample: fc.boolean(),
    isSecondCheck: fc.boolean(),
    proof: fc.constantFrom(...PROOFS),
    snoozesLeft: fc.option(fc.nat({ max: 3 })),
    next: fc.constantFrom('there', 'gone', 'none'),
    taskRound: fc.integer({ min: 1, max: 4 }),
    isMenuRepeated: fc.boolean(),
    isConfirmed: fc.boolean(),
  })
  .map((fields) => ({ ...fields, now: NOW, tasks: fields.proof === 'gentle' ? [] : tasks }))
const anyKeys = fc.oneof(fc.constantFrom('0', '1', '2', '3', '9', '473', '925', '618'), fc.string({ maxLength: 3 }))

test('CALL-7 WAKE-7 only its own key stops, snoozes, skips or proves, in any call', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(anyKeys, anyContext, (keys, context) => {
      const effect = keyEffect(keys, context)
      const { position, isSample, snoozesLeft, next, proof, isConfirmed, taskRound } = context
      seen.add(effect)
      if (effect === 'stop-all') {
        expect([keys, position.at]).toEqual(['0', 'menu'])
        expect(position.at === 'menu' && NOW - position.openedAt).toBeGreaterThanOrEqual(3_500)
      }
      if (effect === 'snooze') {
        expect([keys, isSample, context.isSecondCheck, isConfirmed]).toEqual(['2', false, false, false])
        expect(snoozesLeft).toBeGreaterThan(0)
      }
      if (effect === 'skip-next') expect([keys, isSample, next]).toEqual(['9', false, 'there'])
      if (effect === 'confirm' && !isConfirmed && !isSample && proof !== 'gentle')
        expect(position).toMatchObject({ at: 'task', round: taskRound })
      if (position.at === 'machine') expect(effect).toBe('say-message')
    }),
    { numRuns: 3_000 },
  )
  expect([...seen].toSorted()).toEqual([
    'ask-task',
    'confirm',
    'no-snoozes',
    'only-these-keys',
    'open-menu',
    'repeated-answer',
    'say-message',
    'skip-next',
    'snooze',
    'stop-all',
    'wrong-answer',
  ])
})
