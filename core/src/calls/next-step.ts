import { MINUTE_MS } from '../time/duration.ts'
import type { Instant } from '../time/time-zone.ts'
import type { CallKind, CallLife, FollowUpKind } from './call-lifecycle.ts'
import { CUT_OFF_MS } from './call-times.ts'
import { LONGEST_CALL_MS, LONGEST_RING_MS } from './in-doubt-policy.ts'
import type { Proof } from './proof.ts'

/** The outcome of an occurrence. `unconfirmed`: somebody picked up but proved nothing. */
export const OUTCOMES = ['answered', 'unconfirmed', 'missed', 'failed', 'skipped', 'cancelled'] as const
export type Outcome = (typeof OUTCOMES)[number]

export type FinishedCall = Pick<CallLife, 'kind' | 'status' | 'snoozed' | 'ringingAt'> & {
  endedAt: Instant
  confirmed: boolean
  /** A key of `FAILURES`. */
  failure: string | null
  /** Whether it dialed the second number. */
  rangSecond: boolean
}

/** A proof on the dashboard may come after the call's end. What follows counts from the later of the two. */
export function finishedCall(
  call: Pick<CallLife, 'kind' | 'status' | 'snoozed' | 'ringingAt' | 'endedAt' | 'confirmedAt'> & {
    dueAt: Instant
    failure: string | null
    rangSecond: boolean
  },
): FinishedCall {
  const { dueAt, endedAt, confirmedAt } = call
  return { ...call, endedAt: Math.max(endedAt ?? dueAt, confirmedAt ?? 0), confirmed: confirmedAt !== null }
}

/** What a person chooses for a schedule's calls. An occurrence copies it when planned, so later edits don't change it. */
export type CallChoices = {
  callRetry: boolean
  proof: Proof
  snoozeMinutes: SnoozeMinutes
  snoozeLimit: SnoozeLimit
}

export const callChoicesOf = ({ callRetry, proof, snoozeMinutes, snoozeLimit }: CallChoices): CallChoices => ({
  callRetry,
  proof,
  snoozeMinutes,
  snoozeLimit,
})

/** What the person chose for this occurrence and consented to. */
export type WakingRules = CallChoices & {
  dueAt: Instant
  isSample: boolean
  /** Consented to up to nine calls a morning. An older consent allows only two retries. */
  agreedToLadder: boolean
  /** Has a second number that may ring. */
  hasSecond: boolean
}

export type NextStep = { step: 'close'; outcome: Outcome } | { step: 'call-again'; kind: FollowUpKind; dueAt: Instant }

/** The waits before each retry. The short ones get through Do Not Disturb, which lets a repeated call ring. */
export const TRY_AFTER_MS: readonly number[] = [90_000, 2 * MINUTE_MS, 5 * MINUTE_MS, 90_000]
/** The waits under an older consent. */
const OLD_TRY_AFTER_MS: readonly number[] = [5 * MINUTE_MS, 5 * MINUTE_MS]

/** From this try on, the second number rings if there is one. */
export const SECOND_NUMBER_FROM_TRY = 4
/** How soon to call the second number once the first is refused for good. */
export const SECOND_NUMBER_AFTER_MS = 20_000

/** A wake check follows a call that somebody picked up without proof. */
export const WAKE_CHECK_AFTER_MS = 5 * MINUTE_MS
/** Strict asks for a second proof after this. */
export const SECOND_CHECK_AFTER_MS = 10 * MINUTE_MS
/** How soon to retry an unanswered second check. */
export const SECOND_CHECK_AGAIN_AFTER_MS = 2 * MINUTE_MS
const MOST_SECOND_CHECKS = 2

/** Redial at once after a network failure that nobody heard, at most this often per occurrence. */
export const NETWORK_AGAIN_AFTER_MS = 20_000
export const MOST_NETWORK_AGAIN = 2

/** An occurrence rings at most this often, and never later than this after its instant. */
export const MOST_RINGS = 9
export const LAST_DUE_AFTER_MS = 60 * MINUTE_MS

/** The choices for a snooze's length (0 for none) and how often it's allowed. */
export const SNOOZE_MINUTES = [0, 5, 9, 15] as const
export type SnoozeMinutes = (typeof SNOOZE_MINUTES)[number]
export const DEFAULT_SNOOZE_MINUTES = 9
export const SNOOZE_LIMITS = [1, 2, 3] as const
export type SnoozeLimit = (typeof SNOOZE_LIMITS)[number]
export const MOST_SNOOZES = 3

/** For a sample call. */
export const NOTHING_FOLLOWS: CallChoices = {
  callRetry: false,
  proof: 'gentle',
  snoozeMinutes: 0,
  snoozeLimit: MOST_SNOOZES,
}

/** The least pause between two calls to a person. */
export const LINE_REST_MS = 15_000

/**
 * What follows the last call of an occurrence, by the table in docs/waking.md. The calls are in order and all have ended.
 * Every wait counts from the end of the last one.
 */
export function nextStep(calls: readonly FinishedCall[], rules: WakingRules): NextStep {
  const { endedAt } = calls.at(-1)!
  const close: NextStep = { step: 'close', outcome: outcomeOf(calls, rules) }
  const next = rules.isSample ? null : followUp(calls, rules)
  if (next === null) return close
  const latest = rules.dueAt + LAST_DUE_AFTER_MS
  // The call promised a snooze before its goodbye ran past the limit, so the snooze rings at the limit.
  const dueAt = next.kind === 'snooze' ? Math.min(endedAt + next.afterMs, latest) : endedAt + next.afterMs
  const rings = calls.filter((call) => !isSilent(endOf(call))).length
  if (rings >= MOST_RINGS || dueAt > latest || dueAt < endedAt + LINE_REST_MS) return close
  return { step: 'call-again', kind: next.kind, dueAt }
}

/** Offers no snooze that would ring too late. */
export function snoozesLeft(
  calls: readonly Pick<FinishedCall, 'snoozed'>[],
  { dueAt, snoozeMinutes, snoozeLimit }: Pick<WakingRules, 'dueAt' | 'snoozeMinutes' | 'snoozeLimit'>,
  now: Instant,
): number {
  const isTooLate = now + snoozeMinutes * MINUTE_MS > dueAt + LAST_DUE_AFTER_MS
  if (snoozeMinutes === 0 || isTooLate) return 0
  return Math.max(0, snoozeLimit - calls.filter(({ snoozed }) => snoozed).length)
}

/** Whether another call would follow the next one, if that one ends `how`. The message announces it. */
export function isFollowed(
  earlier: readonly FinishedCall[],
  { kind, dueAt }: { kind: CallKind; dueAt: Instant },
  how: 'silent' | 'proven',
  rules: Omit<WakingRules, 'hasSecond'>,
): boolean {
  const last = heardCall(kind, dueAt, how === 'proven')
  return nextStep([...earlier, last], { ...rules, hasSecond: false }).step === 'call-again'
}

/** Whether the next call is for the second number. The number of its try decides, whatever its kind. */
export function isForSecond(earlier: readonly FinishedCall[], { kind, dueAt }: { kind: CallKind; dueAt: Instant }) {
  return tryOfLast([...earlier, heardCall(kind, dueAt, false)]) >= SECOND_NUMBER_FROM_TRY
}

function heardCall(kind: CallKind, dueAt: Instant, confirmed: boolean): FinishedCall {
  const status = confirmed ? 'completed' : 'unconfirmed'
  const unset = { snoozed: false, failure: null, rangSecond: false }
  return { ...unset, kind, status, endedAt: dueAt + MINUTE_MS, confirmed, ringingAt: dueAt }
}

type End = 'proven' | 'snoozed' | 'silent' | 'unheard' | 'network' | 'no-line' | 'refused' | 'not-placed'
type Following = { kind: FollowUpKind; afterMs: number }

function endOf({ confirmed, snoozed, status, failure, ringingAt, kind }: FinishedCall): End {
  if (confirmed) return 'proven'
  if (snoozed) return 'snoozed'
  if (status === 'unconfirmed' || status === 'completed') return 'silent'
  if (status !== 'failed') return 'unheard'
  if (failure === 'broke-off' || failure === 'may-have-rung') return 'unheard'
  if (failure === 'no-line') return 'no-line'
  if (failure === 'line-refused') return 'network'
  if (REFUSED_FOR_GOOD.has(failure ?? '')) return 'refused'
  if (failure === 'carrier-failed') return ringingAt === null ? 'network' : 'unheard'
  // First calls take all slots at a busy time, so a follow-up without a slot goes on to the next try.
  return failure === 'no-capacity' && kind !== 'first' ? 'unheard' : 'not-placed'
}

/** Failures after which no call to this number can succeed. */
const REFUSED_FOR_GOOD: ReadonlySet<string> = new Set([
  'number-refused',
  'invalid-number',
  'not-permitted',
  'held-account',
  'blocked',
])

function followUp(calls: readonly FinishedCall[], rules: WakingRules): Following | null {
  const last = calls.at(-1)!
  if (isProven(calls)) return isSettled(calls, rules) ? null : secondCheck(calls)
  const ending = endOf(last)
  switch (ending) {
    case 'proven':
    case 'not-placed':
      return null
    case 'snoozed':
      return { kind: 'snooze', afterMs: rules.snoozeMinutes * MINUTE_MS }
    case 'silent':
      return mayCheck(calls, rules) ? { kind: 'wake-check', afterMs: WAKE_CHECK_AFTER_MS } : null
    case 'refused':
      return rules.hasSecond && !last.rangSecond && mayTry(calls, rules)
        ? { kind: 'retry', afterMs: SECOND_NUMBER_AFTER_MS }
        : null
    case 'no-line':
      return onFreeLine(calls, rules)
    case 'network':
    case 'unheard':
      if (ending === 'network' && mayRedial(calls)) return redialOf(last)
      if (!mayTry(calls, rules)) return null
      return { kind: 'retry', afterMs: Math.max(waitsOf(rules)[tryOfLast(calls) - 1]!, surelyOverAfter(last)) }
  }
}

/** A first call may leave until its cutoff, a later one as long as anything may ring. */
function onFreeLine(calls: readonly FinishedCall[], { dueAt }: WakingRules): Following | null {
  const last = calls.at(-1)!
  const isFirst = calls.every((call) => endOf(call) === 'no-line')
  if (isFirst && last.endedAt + LINE_REST_MS > dueAt + CUT_OFF_MS) return null
  return { ...redialOf(last), afterMs: LINE_REST_MS }
}

/** How long a phone may still ring, or be talked to, after we lost its call. */
const surelyOverAfter = ({ failure }: FinishedCall): number =>
  failure === 'may-have-rung' ? LONGEST_RING_MS + LONGEST_CALL_MS : 0

const isSilent = (end: End) => end === 'network' || end === 'no-line'

/** The second check of Strict, until somebody hears it. */
function secondCheck(calls: readonly FinishedCall[]): Following | null {
  const checks = calls.filter(({ kind }) => kind === 'second-check')
  const last = checks.at(-1)
  if (last === undefined) return { kind: 'second-check', afterMs: SECOND_CHECK_AFTER_MS }
  const ending = endOf(last)
  if (ending === 'no-line') return { ...redialOf(last), afterMs: LINE_REST_MS }
  if (ending === 'network' && mayRedial(calls)) return redialOf(last)
  const unheard = ending === 'network' || ending === 'unheard'
  const made = checks.length - redialsOf(calls).filter(({ kind }) => kind === 'second-check').length
  return unheard && made < MOST_SECOND_CHECKS ? { kind: 'second-check', afterMs: SECOND_CHECK_AGAIN_AFTER_MS } : null
}

const isProven = (calls: readonly FinishedCall[]) => calls.some(({ confirmed }) => confirmed)

/** Whether the person has proved enough: Strict asks twice. */
function isSettled(calls: readonly FinishedCall[], { proof }: WakingRules): boolean {
  return proof !== 'strict' || calls.some(({ kind, confirmed }) => kind === 'second-check' && confirmed)
}

const waitsOf = ({ agreedToLadder }: Pick<WakingRules, 'agreedToLadder'>) =>
  agreedToLadder ? TRY_AFTER_MS : OLD_TRY_AFTER_MS

/** The most retries of a first call, by what the person consented to. */
export const mostTries = (agreedToLadder: boolean): number => waitsOf({ agreedToLadder }).length

/**
 * Which try the last of these calls belongs to, from 1. Retries and wake checks are tries; redials aren't. A number that
 * is refused for good skips ahead to the second number's first try.
 */
function tryOfLast(calls: readonly FinishedCall[]): number {
  const redials = new Set(redialsOf(calls))
  return calls.reduce((made, call, index) => {
    if ((call.kind !== 'retry' && call.kind !== 'wake-check') || redials.has(call)) return made
    return nextTry(calls.slice(0, index), made)
  }, 1)
}

function nextTry(calls: readonly FinishedCall[], made: number): number {
  const isRefused = calls.length > 0 && endOf(calls.at(-1)!) === 'refused'
  return isRefused ? Math.max(made + 1, SECOND_NUMBER_FROM_TRY) : made + 1
}

/** Which try the next call is, from 1. Calls that the network kept from the phone don't count. */
export function tryNumberAfter(calls: readonly FinishedCall[]): number {
  const tries = calls.filter(({ kind }) => kind === 'first' || kind === 'retry' || kind === 'wake-check')
  return 1 + tries.filter((call) => !isSilent(endOf(call))).length
}

const mayTry = (calls: readonly FinishedCall[], rules: WakingRules) =>
  rules.callRetry && nextTry(calls, tryOfLast(calls)) <= 1 + waitsOf(rules).length

/** Without retries, a single wake check may follow. */
function mayCheck(calls: readonly FinishedCall[], rules: WakingRules): boolean {
  return rules.callRetry ? mayTry(calls, rules) : calls.every(({ kind }) => kind !== 'wake-check')
}

/** The calls placed at once after a network failure. A proof in between leads to another kind of call, which isn't one. */
function redialsOf(calls: readonly FinishedCall[]): readonly FinishedCall[] {
  const ending = (end: End) => calls.flatMap((call, index) => (endOf(call) === end ? [index] : []))
  const failed = [...ending('network').slice(0, MOST_NETWORK_AGAIN), ...ending('no-line')]
  return failed.flatMap((index) => {
    const next = calls[index + 1]
    return next?.kind === redialOf(calls[index]!).kind ? [next] : []
  })
}

const mayRedial = (calls: readonly FinishedCall[]) =>
  calls.filter((call) => endOf(call) === 'network').length <= MOST_NETWORK_AGAIN

/** A redial keeps the kind of its call, except that an occurrence has only one first call. */
function redialOf({ kind }: FinishedCall): Following {
  return { kind: kind === 'first' || kind === 'sample' ? 'retry' : kind, afterMs: NETWORK_AGAIN_AFTER_MS }
}

function outcomeOf(calls: readonly FinishedCall[], rules: WakingRules): Outcome {
  if (isProven(calls)) {
    const unproven = !isSettled(calls, rules) && calls.some((call) => call.kind === 'second-check' && wasMade(call))
    return unproven ? 'unconfirmed' : 'answered'
  }
  if (rules.isSample && calls.some(({ status }) => status === 'completed')) return 'answered'
  const ends = calls.map(endOf)
  if (ends.some((end) => end === 'silent' || end === 'snoozed') || calls.some(wasPickedUp)) return 'unconfirmed'
  return calls.every(({ status }) => status === 'failed') ? 'failed' : 'missed'
}

/** Somebody picked up, then the network dropped the call. */
const wasPickedUp = ({ failure }: FinishedCall) => failure === 'broke-off'

/** A second check that we failed to place doesn't take the first proof back. */
const wasMade = (call: FinishedCall) => call.status !== 'failed'
