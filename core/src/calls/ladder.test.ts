import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '../time/duration.ts'
import type { CallKind } from './call-lifecycle.ts'
import { isForSecond, nextStep, snoozesLeft, type FinishedCall, type NextStep, type WakingRules } from './next-step.ts'
import { PROOFS } from './proof.ts'
import { DUE, rules } from './test-data/waking-rules.ts'

type End = { lastsMs: number; rings: boolean } & Pick<FinishedCall, 'status'> & Partial<FinishedCall>

/** The ways a call can end. */
const ENDS = {
  unanswered: { status: 'no_answer', lastsMs: 30_000, rings: true },
  busy: { status: 'no_answer', lastsMs: 1_000, rings: false },
  voicemail: { status: 'no_answer', lastsMs: 45_000, rings: true },
  silent: { status: 'unconfirmed', lastsMs: 62_000, rings: true },
  snoozed: { status: 'completed', snoozed: true, lastsMs: 40_000, rings: true },
  proven: { status: 'completed', confirmed: true, lastsMs: 55_000, rings: true },
  'proven on the dashboard': { status: 'unconfirmed', confirmed: true, lastsMs: 80_000, rings: true },
  'lost in the network': { status: 'failed', failure: 'carrier-failed', lastsMs: 2_000, rings: false },
  'lost while it rang': { status: 'failed', failure: 'carrier-failed', lastsMs: 9_000, rings: true },
  'broken off': { status: 'failed', failure: 'broke-off', lastsMs: 20_000, rings: true },
  'without a slot': { status: 'failed', failure: 'no-capacity', lastsMs: 10 * MINUTE_MS, rings: false },
  unwanted: { status: 'failed', failure: 'unwanted', lastsMs: 2_000, rings: false },
  'refused for good': { status: 'failed', failure: 'number-refused', lastsMs: 2_000, rings: false },
} as const satisfies Record<string, End>
type HowEnded = keyof typeof ENDS

type Played = FinishedCall & { dueAt: number; how: HowEnded; isForSecond: boolean }
type Morning = { calls: Played[]; last: NextStep & { step: 'close' } }

/** Plays a morning to its end, with instants in seconds since it was due. A 2 that isn't offered leaves the call silent. */
function play(hows: readonly HowEnded[], rules: WakingRules): Morning {
  const calls: Played[] = []
  let next: { kind: CallKind; dueAt: number; isForSecond: boolean } = { kind: 'first', dueAt: DUE, isForSecond: false }
  for (const chosen of hows) {
    const how = chosen === 'snoozed' && !isSnoozeOffered(calls, next, rules) ? 'silent' : chosen
    const { lastsMs, rings, ...end }: End = ENDS[how]
    const ringingAt = rings ? next.dueAt : null
    const untold = { snoozed: false, confirmed: false, failure: null, rangSecond: next.isForSecond && rules.hasSecond }
    const call = { ...untold, ...end, ringingAt, endedAt: next.dueAt + lastsMs }
    calls.push({ ...call, ...next, how })
    const step = nextStep(calls, rules)
    if (step.step === 'close') return { calls, last: step }
    next = { kind: step.kind, dueAt: step.dueAt, isForSecond: isForSecond(calls, step) }
  }
  throw new Error('the morning has no end')
}

function isSnoozeOffered(calls: readonly Played[], next: { kind: CallKind; dueAt: number }, rules: WakingRules) {
  const pressedAt = next.dueAt + ENDS.snoozed.lastsMs - 8_000
  return next.kind !== 'second-check' && snoozesLeft(calls, rules, pressedAt) > 0
}

const always = (how: HowEnded) => Array.from({ length: 20 }, () => how)
const minutesOf = ({ calls }: Morning) => calls.map(({ dueAt }) => (dueAt - DUE) / MINUTE_MS)

test('WAKE-10 never answered: calls at 0:00, 2:00, 4:30, 10:00 and 12:00, then missed', () => {
  const morning = play(always('unanswered'), rules)
  expect(minutesOf(morning)).toEqual([0, 2, 4.5, 10, 12])
  expect(morning.last.outcome).toBe('missed')
})

test('WAKE-10 the second, third and fifth call pass a Do Not Disturb that lets a repeat within 3 minutes through', () => {
  const at = minutesOf(play(always('unanswered'), rules))
  for (const ring of [1, 2, 4]) expect(at[ring]! - at[ring - 1]!).toBeLessThanOrEqual(175 / 60)
})

test('WAKE-6 picked up five times without a key: not confirmed, in about half an hour', () => {
  const { calls, last } = play(always('silent'), rules)
  expect(calls.map(({ kind }) => kind)).toEqual(['first', ...Array.from({ length: 4 }, () => 'wake-check')])
  expect(last.outcome).toBe('unconfirmed')
  expect(calls.at(-1)!.endedAt - DUE).toBeLessThan(30 * MINUTE_MS)
})

test('WAKE-13 the network stays down: two quick retries, then the ladder, then failed', () => {
  const { calls, last } = play(always('lost in the network'), rules)
  const waits = calls.slice(1).map(({ dueAt }, index) => (dueAt - calls[index]!.endedAt) / 1000)
  expect(waits).toEqual([20, 20, 90, 120, 300, 90])
  expect(last.outcome).toBe('failed')
})

const anyRules: fc.Arbitrary<WakingRules> = fc.record({
  dueAt: fc.constant(DUE),
  isSample: fc.constant(false),
  proof: fc.constantFrom(...PROOFS),
  callRetry: fc.boolean(),
  snoozeMinutes: fc.constantFrom(0, 5, 9, 15),
  snoozeLimit: fc.constantFrom(1, 2, 3),
  agreedToLadder: fc.boolean(),
  hasSecond: fc.boolean(),
})

const HOWS = Object.keys(ENDS) as HowEnded[]
/** Random ends rarely make a long morning. These people sleep on, snooze, and get up at last. */
const longMorning = fc
  .tuple(
    fc.array(fc.constantFrom<HowEnded>('unanswered', 'silent', 'snoozed', 'busy'), { minLength: 4, maxLength: 10 }),
    fc.constantFrom<HowEnded>('proven', 'silent'),
    fc.array(fc.constantFrom<HowEnded>('unanswered', 'proven', 'lost in the network'), { maxLength: 3 }),
  )
  .map(([before, up, later]) => [...before, up, ...later])
const longestMorning = fc
  .shuffledSubarray<HowEnded>([...always('snoozed').slice(0, 3), ...always('unanswered').slice(0, 4)], { minLength: 7 })
  .map((before) => [...before, 'proven' as const])
const provenAtOnce = fc
  .array(fc.constantFrom<HowEnded>('unanswered', 'silent', 'proven'), { maxLength: 3 })
  .map((later) => ['proven' as const, ...later])
const anyEnds = fc
  .oneof(fc.array(fc.constantFrom(...HOWS), { maxLength: 20 }), longMorning, longestMorning, provenAtOnce)
  .map((hows) => [...hows, ...always('unanswered')])

/** Plays random mornings and returns what occurred, so that no property passes for lack of cases. */
function everyMorning(promise: (morning: Morning, rules: WakingRules, met: (what: string) => void) => void): string[] {
  const met = new Set<string>()
  fc.assert(
    fc.property(anyEnds, anyRules, (hows, chosen) => {
      promise(play(hows, chosen), chosen, (what) => met.add(what))
    }),
    { numRuns: 3_000 },
  )
  return [...met].toSorted()
}

const rang = ({ ringingAt }: Played) => ringingAt !== null
const isAtOnce = (call: Played, before: Played) => call.dueAt - before.endedAt === 20_000
const isRefused = ({ how }: Played) => how === 'refused for good'

test('WAKE-14 at most nine calls, none due later than 60 minutes, whatever happens', () => {
  const met = everyMorning(({ calls, last }, _rules, meet) => {
    expect(calls.filter(rang).length).toBeLessThanOrEqual(9)
    for (const { dueAt } of calls) expect(dueAt).toBeLessThanOrEqual(DUE + 60 * MINUTE_MS)
    for (const { kind, how } of calls) for (const what of [kind, how]) meet(what)
    meet(last.outcome)
    if (calls.filter(rang).length === 9) meet('nine rings')
    if (calls.at(-1)!.dueAt > DUE + 55 * MINUTE_MS) meet('the last minutes')
  })
  const kinds = ['first', 'retry', 'snooze', 'wake-check', 'second-check']
  const outcomes = ['answered', 'unconfirmed', 'missed', 'failed']
  expect(met).toEqual([...kinds, ...outcomes, ...HOWS, 'nine rings', 'the last minutes'].toSorted())
})

test('I3 WAKE-14 WAKE-15 at most four tries, two without that consent, and at most two more for the network', () => {
  const met = everyMorning(({ calls }, { callRetry, agreedToLadder }, meet) => {
    const redials = calls.filter(
      (call, index) => index > 0 && isAtOnce(call, calls[index - 1]!) && !isRefused(calls[index - 1]!),
    )
    const tries = calls.filter((call) => ['retry', 'wake-check'].includes(call.kind) && !redials.includes(call))
    const most = callRetry ? (agreedToLadder ? 4 : 2) : 1
    expect(redials.length).toBeLessThanOrEqual(2)
    expect(tries.length).toBeLessThanOrEqual(most)
    if (!callRetry) expect(tries.every(({ kind }) => kind === 'wake-check')).toBe(true)
    if (tries.length === most) meet(`all of ${most}`)
    meet(`${redials.length} redials`)
  })
  expect(met).toEqual(['0 redials', '1 redials', '2 redials', 'all of 1', 'all of 2', 'all of 4'])
})

test('WAKE-28 every promised snooze comes, and never more than were chosen', () => {
  const met = everyMorning(({ calls }, { snoozeLimit, snoozeMinutes }, meet) => {
    const snoozes = calls.filter(({ how }) => how === 'snoozed')
    expect(snoozes.length).toBeLessThanOrEqual(snoozeMinutes === 0 ? 0 : snoozeLimit)
    for (const [index, { how, endedAt }] of calls.entries()) {
      if (how !== 'snoozed') continue
      const next = calls[index + 1]
      expect(next?.kind).toBe('snooze')
      const early = endedAt + snoozeMinutes * MINUTE_MS - next!.dueAt
      expect(early).toBeGreaterThanOrEqual(0)
      expect(early).toBeLessThanOrEqual(8_000)
    }
    meet(`${snoozes.length} snoozes`)
  })
  expect(met).toEqual(['0 snoozes', '1 snoozes', '2 snoozes', '3 snoozes'])
})

test('I8 WAKE-16 nothing rings after the proof except the second check of Strict, at most twice', () => {
  const met = everyMorning(({ calls, last }, { proof }, meet) => {
    const first = calls.findIndex(({ confirmed }) => confirmed)
    if (first === -1) return expect(last.outcome).not.toBe('answered')
    const later = calls.slice(first + 1)
    expect(later.every(({ kind }) => kind === 'second-check')).toBe(true)
    expect(later.slice(0, -1).some(({ confirmed }) => confirmed)).toBe(false)
    const placed = later.filter(({ status }) => status !== 'failed')
    const isUp = placed.length === 0 || placed.at(-1)!.confirmed
    expect(last.outcome).toBe(isUp ? 'answered' : 'unconfirmed')
    if (proof !== 'strict') expect(later).toEqual([])
    expect(placed.length).toBeLessThanOrEqual(2)
    meet(`${proof}, ${placed.length} checks, ${last.outcome}`)
  })
  expect(met).toEqual([
    'firm, 0 checks, answered',
    'gentle, 0 checks, answered',
    'strict, 0 checks, answered',
    'strict, 1 checks, answered',
    'strict, 1 checks, unconfirmed',
    'strict, 2 checks, answered',
    'strict, 2 checks, unconfirmed',
  ])
})

test('WAKE-18 the second number rings from the fourth try on, and once more when the first is refused for good', () => {
  const met = everyMorning(({ calls }, { hasSecond }, meet) => {
    let tries = 0
    for (const [index, call] of calls.entries()) {
      const before = calls[index - 1]
      const isRedial = before !== undefined && isAtOnce(call, before) && !isRefused(before)
      const isTry = ['first', 'retry', 'wake-check'].includes(call.kind) && !isRedial
      if (isTry) tries = before !== undefined && isRefused(before) ? Math.max(tries + 1, 4) : tries + 1
      expect(call.isForSecond).toBe(tries >= 4)
      expect(tries).toBeLessThanOrEqual(5)
      if (before !== undefined && isRefused(before)) {
        expect(call).toMatchObject({ kind: 'retry', rangSecond: true, dueAt: before.endedAt + 20_000 })
        meet(`try ${tries} after a refused number`)
      }
      if (call.rangSecond) meet(`${call.kind} at the second number`)
    }
    if (!hasSecond) expect(calls.findIndex(isRefused)).toBeOneOf([-1, calls.length - 1])
  })
  expect(met).toEqual([
    'retry at the second number',
    'second-check at the second number',
    'snooze at the second number',
    'try 4 after a refused number',
    'wake-check at the second number',
  ])
})

test('WAKE-18 never answered, with a second number: three calls to the first, two to the second', () => {
  const { calls, last } = play(always('unanswered'), { ...rules, hasSecond: true })
  expect(calls.map(({ rangSecond }) => rangSecond)).toEqual([false, false, false, true, true])
  expect(last.outcome).toBe('missed')
})
