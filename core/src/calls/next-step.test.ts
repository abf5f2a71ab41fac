import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_RETRIES, MAX_SNOOZES, nextStep, type FinishedCall, type NextStep } from './next-step.ts'

const MINUTE_MS = 60_000
const END = Date.parse('2027-01-15T06:30:40Z')

const ended = (fields: Partial<FinishedCall>): FinishedCall => ({
  kind: 'first',
  status: 'no_answer',
  endedAt: END,
  confirmed: false,
  snoozed: false,
  ...fields,
})
const unanswered = ended({})
const talked = ended({ status: 'completed' })
const refused = ended({ status: 'failed' })
const again = (kind: FinishedCall['kind'], minutes: number): NextStep => ({
  step: 'call-again',
  kind,
  dueAt: END + minutes * MINUTE_MS,
})
const close = (outcome: 'answered' | 'missed' | 'failed'): NextStep => ({ step: 'close', outcome })
const retry = ended({ kind: 'retry' })

test.each<[string, FinishedCall, FinishedCall[], boolean, NextStep]>([
  ['unanswered: again after 5 minutes', unanswered, [], true, again('retry', 5)],
  ['unanswered twice: again', retry, [unanswered], true, again('retry', 5)],
  ['unanswered three times: missed', retry, [unanswered, retry], true, close('missed')],
  ['unanswered without callRetry: missed', unanswered, [], false, close('missed')],
  ['answered without a key: one wake check', talked, [], true, again('wake-check', 5)],
  ['answered without a key, no callRetry: a wake check all the same', talked, [], false, again('wake-check', 5)],
  [
    'a wake check nobody answers: answered, for the first was',
    ended({ kind: 'wake-check' }),
    [talked],
    true,
    close('answered'),
  ],
  [
    'a wake check without a key: no second one',
    ended({ kind: 'wake-check', status: 'completed' }),
    [talked],
    true,
    close('answered'),
  ],
  ['confirmed: nothing follows', ended({ status: 'completed', confirmed: true }), [], true, close('answered')],
  [
    'confirmed before: nothing follows a late end',
    unanswered,
    [ended({ confirmed: true, status: 'completed' })],
    true,
    close('answered'),
  ],
  ['snoozed: again after 9 minutes', ended({ status: 'completed', snoozed: true }), [], true, again('snooze', 9)],
  [
    'snoozed without callRetry: again all the same',
    ended({ status: 'completed', snoozed: true }),
    [],
    false,
    again('snooze', 9),
  ],
  [
    'unanswered after a snooze: tried again',
    ended({ kind: 'snooze' }),
    [ended({ status: 'completed', snoozed: true })],
    true,
    again('retry', 5),
  ],
  ['refused by the carrier: failed, not tried again', refused, [], true, close('failed')],
  [
    'refused after an unanswered one: missed',
    ended({ kind: 'retry', status: 'failed' }),
    [unanswered],
    true,
    close('missed'),
  ],
  [
    'a sample without a key: no wake check',
    ended({ kind: 'sample', status: 'completed' }),
    [],
    true,
    close('answered'),
  ],
  ['a sample nobody answers: not tried again', ended({ kind: 'sample' }), [], true, close('missed')],
])('CALL-4 %s', (...[, last, earlier, callRetry, expected]) => {
  expect(nextStep(last, earlier, callRetry)).toEqual(expected)
})

/** How a call may end: what the carrier says and, when a person is there, what was pressed. */
const ending = fc.constantFrom<Partial<FinishedCall>>(
  { status: 'no_answer' },
  { status: 'completed' },
  { status: 'completed', snoozed: true },
  { status: 'completed', confirmed: true },
  { status: 'failed' },
)

/** Plays an occurrence to its end; a fourth snooze is not offered (CALL-7). */
function play(
  endings: readonly Partial<FinishedCall>[],
  callRetry: boolean,
): { calls: FinishedCall[]; last: NextStep } {
  const calls: FinishedCall[] = []
  let kind: FinishedCall['kind'] = 'first'
  let at = END
  for (const how of endings) {
    const mayStillSnooze = calls.filter(({ snoozed }) => snoozed).length < MAX_SNOOZES
    calls.push(ended({ ...how, kind, endedAt: at, snoozed: (how.snoozed ?? false) && mayStillSnooze }))
    const step = nextStep(calls.at(-1)!, calls.slice(0, -1), callRetry)
    if (step.step === 'close') return { calls, last: step }
    kind = step.kind
    at = step.dueAt + 40_000
  }
  throw new Error('the occurrence has no end')
}

test('CALL-4 I3 I8 every occurrence ends: 2 retries, 3 snoozes and 1 wake check at most, nothing after a confirmation', () => {
  const endings = fc.array(ending, { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(endings, fc.boolean(), (hows, callRetry) => {
      const { calls, last } = play(hows, callRetry)
      const count = (kind: FinishedCall['kind']) => calls.filter((call) => call.kind === kind).length
      expect(count('first')).toBe(1)
      expect(count('retry')).toBeLessThanOrEqual(callRetry ? MAX_RETRIES : 0)
      expect(count('snooze')).toBeLessThanOrEqual(MAX_SNOOZES)
      expect(count('wake-check')).toBeLessThanOrEqual(1)
      expect(calls.slice(0, -1).some(({ confirmed }) => confirmed)).toBe(false)
      const outcome = calls.some(({ status }) => status === 'completed')
        ? 'answered'
        : calls.every(({ status }) => status === 'failed')
          ? 'failed'
          : 'missed'
      expect(last).toEqual({ step: 'close', outcome })
    }),
  )
})
