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

/** What follows, in words: a kind and the wait in seconds, or how the morning ends. */
function after(calls: readonly FinishedCall[], chosen = rules): string {
  const step = nextStep(calls, chosen)
  return step.step === 'close' ? step.outcome : `${step.kind} after ${(step.dueAt - END) / SECOND_MS}`
}

const noLine = failed('no-line')
const noLineAgain = as('retry', noLine)
test.each<[string, FinishedCall[], string]>([
  ['once', [noLine], 'retry after 15'],
  [
    'a dozen times, which are neither rings nor tries',
    [noLine, ...Array<FinishedCall>(12).fill(noLineAgain)],
    'retry after 15',
  ],
  ['until the cutoff, then the person is told', [{ ...noLine, endedAt: DUE + 10 * MINUTE_MS }], 'failed'],
  ['before a call that nobody answered: the first try', [noLine, as('retry', unanswered)], 'retry after 90'],
  [
    'at a try: it leaves after the cutoff rather than never',
    [unanswered, { ...noLineAgain, endedAt: DUE + 10 * MINUTE_MS }],
    'retry after 575',
  ],
])('LINE-2 every line was in use %s', (_case, calls, next) => {
  expect(after(calls)).toBe(next)
})

test('LINE-7 after a call that may have rung, no phone rings before that one is surely over', () => {
  expect(after([failed('may-have-rung')])).toBe('retry after 270')
  expect(after([failed('may-have-rung')], { ...rules, callRetry: false })).toBe('failed')
  expect(after([unanswered, as('retry', unanswered), as('retry', failed('may-have-rung'))])).toBe('retry after 300')
})

test.each<[string, FinishedCall[], string]>([
  ['proven: the morning is answered', [proven], 'answered'],
  ['proven on the dashboard after a silent call: answered', [{ ...silent, confirmed: true }], 'answered'],
  ['snoozed: a snooze call', [snoozed], 'snooze after 540'],
  ['silent: a wake check', [silent], 'wake-check after 300'],
  ['silent at a snooze call: a wake check', [snoozed, as('snooze', silent)], 'wake-check after 300'],
  ['silent again: another check', [silent, as('wake-check', silent)], 'wake-check after 300'],
  ['unanswered: a retry', [unanswered], 'retry after 90'],
  ['unanswered twice', [unanswered, as('retry', unanswered)], 'retry after 120'],
  ['unanswered after a snooze', [snoozed, as('snooze', unanswered)], 'retry after 90'],
  ['the wait belongs to the next try, whatever came before', [silent, as('wake-check', unanswered)], 'retry after 120'],
  [
    'cut off by the network while answered: counts as unanswered',
    [failed('broke-off', { ringingAt: END })],
    'retry after 90',
  ],
  ['marked as unwanted: nothing more', [failed('unwanted')], 'failed'],
  ['marked as unwanted after an unanswered one: missed', [unanswered, as('retry', failed('unwanted'))], 'missed'],
  ['refused for good: nothing more', [failed('number-refused')], 'failed'],
  ['rejected in the request', [failed('invalid-number')], 'failed'],
])('CALL-4 the last call ended %s', (_case, calls, next) => {
  expect(after(calls)).toBe(next)
})

const retry = as('retry', unanswered)

test.each<[string, FinishedCall[], string]>([
  ['every try unanswered: missed', [unanswered, retry, retry, retry, retry], 'missed'],
  [
    'every try picked up without a key: not confirmed',
    [silent, ...Array.from({ length: 4 }, () => as('wake-check', silent))],
    'unconfirmed',
  ],
  ['one try picked up: not confirmed', [unanswered, as('retry', silent), retry, retry, retry], 'unconfirmed'],
  ['snoozed, then never answered', [snoozed, as('snooze', unanswered), retry, retry, retry, retry], 'unconfirmed'],
  ['proven at the very end: answered', [unanswered, retry, retry, retry, as('retry', proven)], 'answered'],
])('CALL-2 WAKE-6 %s', (_case, calls, outcome) => {
  expect(after(calls)).toBe(outcome)
})

test.each<[string, FinishedCall[], string]>([
  ['at once', [network], 'retry after 20'],
  ['at once a second time', [network, as('retry', network)], 'retry after 20'],
  ['then on the ladder', [network, as('retry', network), as('retry', network)], 'retry after 90'],
  ['on the ladder right away when it rang', [{ ...network, ringingAt: END }], 'retry after 90'],
  ['without counting as a try', [network, as('retry', unanswered)], 'retry after 90'],
  ['as the wake check it was', [silent, as('wake-check', network)], 'wake-check after 20'],
  ['as the snooze it was', [snoozed, as('snooze', network)], 'snooze after 20'],
])('WAKE-13 a network failure is retried %s', (_case, calls, next) => {
  expect(after(calls)).toBe(next)
})

test('WAKE-13 when the network failed every try, the morning is failed, not missed', () => {
  expect(after([network, ...Array.from({ length: 6 }, () => as('retry', network))])).toBe('failed')
})

test('WAKE-36 a follow-up without a slot counts as unanswered; a first call without one has failed', () => {
  expect(after([unanswered, as('retry', failed('no-capacity'))])).toBe('retry after 120')
  expect(after([failed('no-capacity')])).toBe('failed')
})

test.each<[string, FinishedCall[], number]>([
  ['nothing', [], 1],
  ['a first call', [unanswered], 2],
  ['a snooze, which is not a try', [snoozed, as('snooze', unanswered)], 2],
  ['a wake check, which is a try', [silent, as('wake-check', unanswered)], 3],
  ['a network failure, which nobody heard', [unanswered, as('retry', network)], 2],
  ['three tries', [unanswered, retry, retry], 4],
])('WAKE-10 the try after %s', (_case, calls, number) => {
  expect(tryNumberAfter(calls)).toBe(number)
})

const withSecond: WakingRules = { ...rules, hasSecond: true }
const refused = failed('number-refused')
const atSecond = (call: FinishedCall): FinishedCall => ({ ...call, kind: 'retry', rangSecond: true })

test.each<[string, FinishedCall[], string]>([
  ['refused by the network: the second one at once', [refused], 'retry after 20'],
  ['rejected in the request', [failed('invalid-number')], 'retry after 20'],
  ['not permitted', [failed('not-permitted')], 'retry after 20'],
  ['blocked by the carrier', [failed('blocked')], 'retry after 20'],
  ['held, as our account is', [failed('held-account')], 'retry after 20'],
  ['refused at a later try', [unanswered, as('retry', refused)], 'retry after 20'],
  ['refused, then unanswered at the second: one more', [refused, atSecond(unanswered)], 'retry after 90'],
  ['refused, then unanswered twice', [refused, atSecond(unanswered), atSecond(unanswered)], 'missed'],
  ['both refused: nothing more', [refused, atSecond(refused)], 'failed'],
  ['marked as unwanted: nothing more', [failed('unwanted')], 'failed'],
  ['our own fault: nothing more', [failed('misconfigured')], 'failed'],
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
  ['not proven: not confirmed, however good the first proof was', [proven, as('second-check', silent)], 'unconfirmed'],
  ['unanswered: one retry', [proven, check], 'second-check after 120'],
  ['unanswered, then proven', [proven, check, as('second-check', proven)], 'answered'],
  ['unanswered, then silent', [proven, check, as('second-check', silent)], 'unconfirmed'],
  ['unanswered twice', [proven, check, check], 'unconfirmed'],
  ['not placed: the first proof counts', [proven, as('second-check', failed('misconfigured'))], 'answered'],
  ['lost in the network: retried at once', [proven, as('second-check', network)], 'second-check after 20'],
  ['every line in use: retried soon', [proven, as('second-check', noLine)], 'second-check after 15'],
  ['lost in the network, then unanswered', [proven, as('second-check', network), check], 'second-check after 120'],
  [
    'after a dashboard proof during a lost call does not count as its redial',
    [{ ...silent, confirmed: true }, as('wake-check', network), check, check],
    'unconfirmed',
  ],
])('WAKE-9 the second check %s', (_case, calls, next) => {
  expect(after(calls, strict)).toBe(next)
})

test('WAKE-9 a second check due after 60 minutes is not made: the first proof counts', () => {
  const at = (endedAt: number) => nextStep([{ ...proven, endedAt }], strict)
  const last = DUE + 50 * MINUTE_MS
  expect(at(last)).toEqual({ step: 'call-again', kind: 'second-check', dueAt: DUE + 60 * MINUTE_MS })
  expect(at(last + 1)).toEqual({ step: 'close', outcome: 'answered' })
})

test('WAKE-9 a second check is not repeated after 60 minutes: the morning is unconfirmed', () => {
  const late = { ...check, endedAt: DUE + 59 * MINUTE_MS }
  expect(nextStep([proven, late], strict)).toEqual({ step: 'close', outcome: 'unconfirmed' })
})

const withoutRetries: WakingRules = { ...rules, callRetry: false }

test.each<[string, WakingRules, FinishedCall[], string]>([
  ['callRetry off: one ring when unanswered', withoutRetries, [unanswered], 'missed'],
  ['callRetry off: one wake check when silent', withoutRetries, [silent], 'wake-check after 300'],
  ['callRetry off: no second wake check', withoutRetries, [silent, as('wake-check', silent)], 'unconfirmed'],
  ['callRetry off: the check unanswered', withoutRetries, [silent, as('wake-check', unanswered)], 'unconfirmed'],
  ['callRetry off: a snooze still rings', withoutRetries, [snoozed], 'snooze after 540'],
  ['callRetry off: the second check still rings', { ...strict, callRetry: false }, [proven], 'second-check after 600'],
  ['not asked yet: five minutes', { ...rules, agreedToLadder: false }, [unanswered], 'retry after 300'],
  ['not asked yet: two tries', { ...rules, agreedToLadder: false }, [unanswered, retry], 'retry after 300'],
  ['not asked yet: no third', { ...rules, agreedToLadder: false }, [unanswered, retry, retry], 'missed'],
])('WAKE-15 %s', (_case, chosen, calls, next) => {
  expect(after(calls, chosen)).toBe(next)
})

test.each<[string, FinishedCall, string]>([
  ['heard: answered, needs no proof', ended({ status: 'completed' }), 'answered'],
  ['with its 1: answered', proven, 'answered'],
  ['unanswered: not retried', unanswered, 'missed'],
  ['lost in the network: not retried', network, 'failed'],
])('CALL-4 a sample %s', (_case, call, outcome) => {
  expect(after([as('sample', call)], { ...rules, isSample: true })).toBe(outcome)
})

test.each([5, 9, 15] as const)('WAKE-28 a snooze of %i minutes is due that long after the call', (snoozeMinutes) => {
  expect(after([snoozed], { ...rules, snoozeMinutes })).toBe(`snooze after ${snoozeMinutes * 60}`)
})

test('WAKE-28 snoozes run out, and a schedule without snoozes has none', () => {
  const left = (calls: FinishedCall[], chosen: Partial<WakingRules> = {}) =>
    snoozesLeft(calls, { ...rules, ...chosen }, DUE)
  expect([[], [snoozed], [snoozed, silent, snoozed], [snoozed, snoozed, snoozed]].map((calls) => left(calls))).toEqual([
    3, 2, 1, 0,
  ])
  expect(left([snoozed], { snoozeLimit: 1 })).toBe(0)
  expect(left([], { snoozeMinutes: 0 })).toBe(0)
})

test('WAKE-14 no snooze is promised that would ring after 60 minutes, and a promised one comes', () => {
  const pressedAt = DUE + 51 * MINUTE_MS
  expect(snoozesLeft([], rules, pressedAt)).toBe(3)
  expect(snoozesLeft([], rules, pressedAt + 1)).toBe(0)
  const kept = nextStep([{ ...snoozed, endedAt: pressedAt + 8_000 }], rules) // after the goodbye
  expect(kept).toEqual({ step: 'call-again', kind: 'snooze', dueAt: DUE + 60 * MINUTE_MS })
})

test("WAKE-14 nothing rings into the previous call's goodbye, not even at the last instant", () => {
  const late = { ...snoozed, endedAt: DUE + 60 * MINUTE_MS - 5_000 }
  expect(nextStep([late], rules)).toEqual({ step: 'close', outcome: 'unconfirmed' })
})

test('CALL-7 the parting line announces another call exactly when one follows', () => {
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
