import { expect, test } from 'vitest'
import { MINUTE_MS } from '../time/duration.ts'
import { isFollowed, nextStep, snoozesLeft, tryNumberAfter, type FinishedCall, type WakingRules } from './next-step.ts'
import { DUE, rules } from './test-data/waking-rules.ts'

const SECOND_MS = 1_000
const END = DUE + 40_000

const strict: WakingRules = { ...rules, proof: 'strict' }

const ended = (fields: Partial<FinishedCall> = {}): FinishedCall => ({
  kind: 'first',
  status: 'no_answer',
  snoozed: false,
  ringingAt: END - 30_000,
  endedAt: END,
  confirmed: false,
  failure: null,
  rangSecond: false,
  ...fields,
})
const unanswered = ended()
const silent = ended({ status: 'unconfirmed' })
const proven = ended({ status: 'completed', confirmed: true })
const snoozed = ended({ status: 'completed', snoozed: true })
const failed = (failure: string, fields: Partial<FinishedCall> = {}) =>
  ended({ status: 'failed', failure, ringingAt: null, ...fields })
const network = failed('carrier-failed')
const as = (kind: FinishedCall['kind'], call: FinishedCall): FinishedCall => ({ ...call, kind })

/** What follows, in words: a kind and the wait in seconds, or how the morning closes. */
function after(calls: readonly FinishedCall[], chosen = rules): string {
  const step = nextStep(calls, chosen)
  return step.step === 'close' ? step.outcome : `${step.kind} after ${(step.dueAt - END) / SECOND_MS}`
}

test.each<[string, FinishedCall[], string]>([
  ['proven: the morning is answered', [proven], 'answered'],
  ['proven on the dashboard after a silent call: answered', [{ ...silent, confirmed: true }], 'answered'],
  ['a 2: a snooze call', [snoozed], 'snooze after 540'],
  ['silent: a wake check', [silent], 'wake-check after 300'],
  ['silent at a snooze call: a wake check', [snoozed, as('snooze', silent)], 'wake-check after 300'],
  ['silent again: another check', [silent, as('wake-check', silent)], 'wake-check after 300'],
  ['unheard: a try', [unanswered], 'retry after 90'],
  ['unheard twice', [unanswered, as('retry', unanswered)], 'retry after 120'],
  ['unheard after a snooze', [snoozed, as('snooze', unanswered)], 'retry after 90'],
  [
    'the wait is that of the try that is next, whatever the one before was',
    [silent, as('wake-check', unanswered)],
    'retry after 120',
  ],
  ['the network broke it off in the talk: unheard', [failed('broke-off', { ringingAt: END })], 'retry after 90'],
  ['marked as unwanted: nothing more', [failed('unwanted')], 'failed'],
  ['marked as unwanted after an unanswered one: missed', [unanswered, as('retry', failed('unwanted'))], 'missed'],
  ['refused for good: nothing more', [failed('number-refused')], 'failed'],
  ['rejected at the request', [failed('invalid-number')], 'failed'],
])('CALL-4 the last call ended %s', (_case, calls, next) => {
  expect(after(calls)).toBe(next)
})

const retry = as('retry', unanswered)

test.each<[string, FinishedCall[], string]>([
  ['every try unheard: missed', [unanswered, retry, retry, retry, retry], 'missed'],
  [
    'every try picked up in silence: not confirmed',
    [silent, ...Array.from({ length: 4 }, () => as('wake-check', silent))],
    'unconfirmed',
  ],
  ['one of them picked up: not confirmed', [unanswered, as('retry', silent), retry, retry, retry], 'unconfirmed'],
  ['snoozed, and then nobody there', [snoozed, as('snooze', unanswered), retry, retry, retry, retry], 'unconfirmed'],
  ['proven at the very end: answered', [unanswered, retry, retry, retry, as('retry', proven)], 'answered'],
])('CALL-2 WAKE-6 %s', (_case, calls, outcome) => {
  expect(after(calls)).toBe(outcome)
})

test.each<[string, FinishedCall[], string]>([
  ['at once', [network], 'retry after 20'],
  ['at once a second time', [network, as('retry', network)], 'retry after 20'],
  ['then by the ladder', [network, as('retry', network), as('retry', network)], 'retry after 90'],
  ['by the ladder at once when it rang', [{ ...network, ringingAt: END }], 'retry after 90'],
  ['uncounted as a try', [network, as('retry', unanswered)], 'retry after 90'],
  ['as the check that it was', [silent, as('wake-check', network)], 'wake-check after 20'],
  ['as the snooze that it was', [snoozed, as('snooze', network)], 'snooze after 20'],
])('WAKE-13 a fault of the network is tried again %s', (_case, calls, next) => {
  expect(after(calls)).toBe(next)
})

test('WAKE-13 after the network failed in all of them no call could be placed: failed, not missed', () => {
  expect(after([network, ...Array.from({ length: 6 }, () => as('retry', network))])).toBe('failed')
})

test('WAKE-36 a follow-up without a slot counts as unheard, a first call without one has failed', () => {
  expect(after([unanswered, as('retry', failed('no-capacity'))])).toBe('retry after 120')
  expect(after([failed('no-capacity')])).toBe('failed')
})

test.each<[string, FinishedCall[], number]>([
  ['nothing', [], 1],
  ['a first call', [unanswered], 2],
  ['a snooze, which is no try', [snoozed, as('snooze', unanswered)], 2],
  ['a wake check, which is one', [silent, as('wake-check', unanswered)], 3],
  ['a fault of the network, which nobody heard', [unanswered, as('retry', network)], 2],
  ['three of them', [unanswered, retry, retry], 4],
])('WAKE-10 the try after %s', (_case, calls, number) => {
  expect(tryNumberAfter(calls)).toBe(number)
})

const withSecond: WakingRules = { ...rules, hasSecond: true }
const refused = failed('number-refused')
const atSecond = (call: FinishedCall): FinishedCall => ({ ...call, kind: 'retry', rangSecond: true })

test.each<[string, FinishedCall[], string]>([
  ['refused by the network: the second one at once', [refused], 'retry after 20'],
  ['rejected at the request', [failed('invalid-number')], 'retry after 20'],
  ['not permitted', [failed('not-permitted')], 'retry after 20'],
  ['blocked by the carrier', [failed('blocked')], 'retry after 20'],
  ['held, as our account is', [failed('held-account')], 'retry after 20'],
  ['refused at a later try', [unanswered, as('retry', refused)], 'retry after 20'],
  ['refused, then unanswered at the second: one more', [refused, atSecond(unanswered)], 'retry after 90'],
  ['refused, then unanswered twice', [refused, atSecond(unanswered), atSecond(unanswered)], 'missed'],
  ['both refused: nothing more', [refused, atSecond(refused)], 'failed'],
  ['marked as unwanted: nothing more', [failed('unwanted')], 'failed'],
  ['a fault of ours: nothing more', [failed('misconfigured')], 'failed'],
])('WAKE-18 with a second number, the first one %s', (_case, calls, next) => {
  expect(after(calls, withSecond)).toBe(next)
})

test.each<[string, Partial<WakingRules>]>([
  ['without retries', { callRetry: false }],
  ['without the agreement to five tries', { agreedToLadder: false }],
  ['in a sample', { isSample: true }],
])('WAKE-18 WAKE-15 %s nothing follows a refused number', (_case, chosen) => {
  expect(after([refused], { ...withSecond, ...chosen })).toBe('failed')
})

const check = as('second-check', unanswered)

test.each<[string, FinishedCall[], string]>([
  ['follows ten minutes after the sum', [proven], 'second-check after 600'],
  ['follows the sum of a later try', [unanswered, as('retry', proven)], 'second-check after 600'],
  ['proven: answered', [proven, as('second-check', proven)], 'answered'],
  ['not proven: not confirmed, however good the first was', [proven, as('second-check', silent)], 'unconfirmed'],
  ['unanswered: once more', [proven, check], 'second-check after 120'],
  ['unanswered, then proven', [proven, check, as('second-check', proven)], 'answered'],
  ['unanswered, then silent', [proven, check, as('second-check', silent)], 'unconfirmed'],
  ['unanswered twice', [proven, check, check], 'unconfirmed'],
  ['not placed: the first proof stands', [proven, as('second-check', failed('misconfigured'))], 'answered'],
  ['lost in the network: again at once', [proven, as('second-check', network)], 'second-check after 20'],
  ['lost in the network, then unanswered', [proven, as('second-check', network), check], 'second-check after 120'],
  [
    'of a proof on the dashboard during a call that was lost is no redial of that',
    [{ ...silent, confirmed: true }, as('wake-check', network), check, check],
    'unconfirmed',
  ],
])('WAKE-9 the second check %s', (_case, calls, next) => {
  expect(after(calls, strict)).toBe(next)
})

test('WAKE-9 a second check that would be due after 60 minutes is not made: the first proof counts', () => {
  const at = (endedAt: number) => nextStep([{ ...proven, endedAt }], strict)
  const last = DUE + 50 * MINUTE_MS
  expect(at(last)).toEqual({ step: 'call-again', kind: 'second-check', dueAt: DUE + 60 * MINUTE_MS })
  expect(at(last + 1)).toEqual({ step: 'close', outcome: 'answered' })
})

test('WAKE-9 nor is its repetition: nobody proved it a second time', () => {
  const late = { ...check, endedAt: DUE + 59 * MINUTE_MS }
  expect(nextStep([proven, late], strict)).toEqual({ step: 'close', outcome: 'unconfirmed' })
})

const withoutRetries: WakingRules = { ...rules, callRetry: false }

test.each<[string, WakingRules, FinishedCall[], string]>([
  ['callRetry off: one ring when unanswered', withoutRetries, [unanswered], 'missed'],
  ['callRetry off: one wake check when silent', withoutRetries, [silent], 'wake-check after 300'],
  ['callRetry off: and no other', withoutRetries, [silent, as('wake-check', silent)], 'unconfirmed'],
  ['callRetry off: the check unanswered', withoutRetries, [silent, as('wake-check', unanswered)], 'unconfirmed'],
  ['callRetry off: a snooze rings all the same', withoutRetries, [snoozed], 'snooze after 540'],
  ['callRetry off: so does the second check', { ...strict, callRetry: false }, [proven], 'second-check after 600'],
  ['not asked yet: five minutes', { ...rules, agreedToLadder: false }, [unanswered], 'retry after 300'],
  ['not asked yet: two tries', { ...rules, agreedToLadder: false }, [unanswered, retry], 'retry after 300'],
  ['not asked yet: no third', { ...rules, agreedToLadder: false }, [unanswered, retry, retry], 'missed'],
])('WAKE-15 %s', (_case, chosen, calls, next) => {
  expect(after(calls, chosen)).toBe(next)
})

test.each<[string, FinishedCall, string]>([
  ['heard: answered, nothing is proven in it', ended({ status: 'completed' }), 'answered'],
  ['with its 1: answered', proven, 'answered'],
  ['unanswered: not tried again', unanswered, 'missed'],
  ['lost in the network: not tried again', network, 'failed'],
])('CALL-4 a sample %s', (_case, call, outcome) => {
  expect(after([as('sample', call)], { ...rules, isSample: true })).toBe(outcome)
})

test.each([5, 9, 15] as const)('WAKE-28 a snooze of %i minutes is due then', (snoozeMinutes) => {
  expect(after([snoozed], { ...rules, snoozeMinutes })).toBe(`snooze after ${snoozeMinutes * 60}`)
})

test('WAKE-28 the snoozes of a morning run out, and there are none where none were chosen', () => {
  const left = (calls: FinishedCall[], chosen: Partial<WakingRules> = {}) =>
    snoozesLeft(calls, { ...rules, ...chosen }, DUE)
  expect([[], [snoozed], [snoozed, silent, snoozed], [snoozed, snoozed, snoozed]].map((calls) => left(calls))).toEqual([
    3, 2, 1, 0,
  ])
  expect(left([snoozed], { snoozeLimit: 1 })).toBe(0)
  expect(left([], { snoozeMinutes: 0 })).toBe(0)
})

test('WAKE-14 no snooze is promised that would ring after 60 minutes, and one that was promised comes', () => {
  const pressedAt = DUE + 51 * MINUTE_MS
  expect(snoozesLeft([], rules, pressedAt)).toBe(3)
  expect(snoozesLeft([], rules, pressedAt + 1)).toBe(0)
  const kept = nextStep([{ ...snoozed, endedAt: pressedAt + 8_000 }], rules) // after the goodbye
  expect(kept).toEqual({ step: 'call-again', kind: 'snooze', dueAt: DUE + 60 * MINUTE_MS })
})

test('WAKE-14 nothing rings into the goodbye of the call before, not even at the last instant', () => {
  const late = { ...snoozed, endedAt: DUE + 60 * MINUTE_MS - 5_000 }
  expect(nextStep([late], rules)).toEqual({ step: 'close', outcome: 'unconfirmed' })
})

test('CALL-7 the parting line says that another call follows exactly when one does', () => {
  const current = { kind: 'wake-check', dueAt: END } as const
  const checks = (count: number) => [silent, ...Array.from({ length: count }, () => as('wake-check', silent))]
  expect([0, 1, 2, 3].map((count) => isFollowed(checks(count), current, 'silent', rules))).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(isFollowed([], { kind: 'sample', dueAt: END }, 'silent', { ...rules, isSample: true })).toBe(false)
  expect(isFollowed([proven], { kind: 'second-check', dueAt: END }, 'silent', strict)).toBe(false)
})

test('WAKE-9 the goodbye announces a second check exactly when one follows', () => {
  const at = (minutes: number) => ({ kind: 'snooze', dueAt: DUE + minutes * MINUTE_MS }) as const
  expect([0, 45, 55].map((minutes) => isFollowed([], at(minutes), 'proven', strict))).toEqual([true, true, false])
  expect(isFollowed([], at(0), 'proven', rules)).toBe(false)
  expect(isFollowed([proven], { kind: 'second-check', dueAt: END }, 'proven', strict)).toBe(false)
})
