import { MINUTE_MS } from '../time/duration.ts'
import type { Instant } from '../time/time-zone.ts'
import type { CallKind, CallLife, FollowUpKind } from './call-lifecycle.ts'
import type { Proof } from './proof.ts'

/** The outcome of an occurrence. `unconfirmed`: somebody picked up but proved nothing. */
export const OUTCOMES = ['answered', 'unconfirmed', 'missed', 'failed', 'skipped', 'cancelled'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** How a finished call of an occurrence ended. */
export type FinishedCall = Pick<CallLife, 'kind' | 'status' | 'snoozed' | 'ringingAt'> & {
  endedAt: Instant
  confirmed: boolean
  /** Why it failed, in the words of `call-timeline.ts`. */
  failure: string | null
  /** It was the second number that was dialled. */
  rangSecond: boolean
}

/** A call of an occurrence as it is decided by. A proof on the dashboard may come after its end: what follows counts from it. */
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

/** What a person chooses for the calls of a schedule. An occurrence copies it when it's planned: a later edit leaves it. */
export type CallChoices = {
  callRetry: boolean
  proof: Proof
  /** How long a snooze lasts; 0 for none. */
  snoozeMinutes: SnoozeMinutes
  snoozeLimit: SnoozeLimit
}

export const callChoicesOf = ({ callRetry, proof, snoozeMinutes, snoozeLimit }: CallChoices): CallChoices => ({
  callRetry,
  proof,
  snoozeMinutes,
  snoozeLimit,
})

/** What the person chose for this occurrence, and agreed to. */
export type WakingRules = CallChoices & {
  dueAt: Instant
  isSample: boolean
  /** Agreed to up to nine calls on one morning; without that, two retries are all. */
  agreedToLadder: boolean
  /** Has a second number that may ring. */
  hasSecond: boolean
}

export type NextStep = { step: 'close'; outcome: Outcome } | { step: 'call-again'; kind: FollowUpKind; dueAt: Instant }

/** The waits before the tries after the first call: they pass a phone's Do Not Disturb, and end. */
export const TRY_AFTER_MS: readonly number[] = [90_000, 2 * MINUTE_MS, 5 * MINUTE_MS, 90_000]
/** Tries without the agreement to more. */
const OLD_TRY_AFTER_MS: readonly number[] = [5 * MINUTE_MS, 5 * MINUTE_MS]

/** From this try on the second number rings, where there is one. */
export const SECOND_NUMBER_FROM_TRY = 4
/** After a number that no call can reach, the second number is tried this soon. */
export const SECOND_NUMBER_AFTER_MS = 20_000

/** A call that somebody picked up and proved nothing in is followed by a wake check. */
export const WAKE_CHECK_AFTER_MS = 5 * MINUTE_MS
/** Strict: a proof is asked for again after this. */
export const SECOND_CHECK_AFTER_MS = 10 * MINUTE_MS
/** An unanswered second check is tried once more. */
export const SECOND_CHECK_AGAIN_AFTER_MS = 2 * MINUTE_MS
const MOST_SECOND_CHECKS = 2

/** Retry at once after a network failure that nobody heard, at most this often per occurrence. */
export const NETWORK_AGAIN_AFTER_MS = 20_000
export const MOST_NETWORK_AGAIN = 2

/** The most rings of an occurrence, and how long after its instant the last may be due. */
export const MOST_RINGS = 9
export const LAST_DUE_AFTER_MS = 60 * MINUTE_MS

/** What a person may choose for a snooze, in minutes, 0 for none, and how often. */
export const SNOOZE_MINUTES = [0, 5, 9, 15] as const
export type SnoozeMinutes = (typeof SNOOZE_MINUTES)[number]
export const DEFAULT_SNOOZE_MINUTES = 9
export const SNOOZE_LIMITS = [1, 2, 3] as const
export type SnoozeLimit = (typeof SNOOZE_LIMITS)[number]
export const MOST_SNOOZES = 3

/** The choices of a sample call. */
export const NOTHING_FOLLOWS: CallChoices = {
  callRetry: false,
  proof: 'gentle',
  snoozeMinutes: 0,
  snoozeLimit: MOST_SNOOZES,
}

/** Minimum pause after the end of one call before the next to the same person. */
export const LINE_REST_MS = 15_000

/**
 * What follows the last of an occurrence's calls, which are in order and all over: the table of docs/waking.md. Every
 * wait counts from the end of the last call.
 */
export function nextStep(calls: readonly FinishedCall[], rules: WakingRules): NextStep {
  const { endedAt } = calls.at(-1)!
  const close: NextStep = { step: 'close', outcome: outcomeOf(calls, rules) }
  const next = rules.isSample ? null : followUp(calls, rules)
  if (next === null) return close
  const latest = rules.dueAt + LAST_DUE_AFTER_MS
  // The snooze was promised before the goodbye that took it past the end: it comes at the last instant instead.
  const dueAt = next.kind === 'snooze' ? Math.min(endedAt + next.afterMs, latest) : endedAt + next.afterMs
  const rings = calls.filter((call) => endOf(call) !== 'network').length
  if (rings >= MOST_RINGS || dueAt > latest || dueAt < endedAt + LINE_REST_MS) return close
  return { step: 'call-again', kind: next.kind, dueAt }
}

/** How many snoozes are left after these calls, at `now`: none that would ring after the last instant. */
export function snoozesLeft(
  calls: readonly Pick<FinishedCall, 'snoozed'>[],
  { dueAt, snoozeMinutes, snoozeLimit }: Pick<WakingRules, 'dueAt' | 'snoozeMinutes' | 'snoozeLimit'>,
  now: Instant,
): number {
  const isTooLate = now + snoozeMinutes * MINUTE_MS > dueAt + LAST_DUE_AFTER_MS
  if (snoozeMinutes === 0 || isTooLate) return 0
  return Math.max(0, snoozeLimit - calls.filter(({ snoozed }) => snoozed).length)
}

/** Whether a call that follows these ones would be followed by another: after silence to its end, or after a proof. */
export function isFollowed(
  earlier: readonly FinishedCall[],
  { kind, dueAt }: { kind: CallKind; dueAt: Instant },
  how: 'silent' | 'proven',
  rules: Omit<WakingRules, 'hasSecond'>,
): boolean {
  const last = heardCall(kind, dueAt, how === 'proven')
  return nextStep([...earlier, last], { ...rules, hasSecond: false }).step === 'call-again'
}

/** Whether a call of this kind that follows these ones is for the second number: from the fourth try on, whatever rings. */
export function isForSecond(earlier: readonly FinishedCall[], { kind, dueAt }: { kind: CallKind; dueAt: Instant }) {
  return tryOfLast([...earlier, heardCall(kind, dueAt, false)]) >= SECOND_NUMBER_FROM_TRY
}

function heardCall(kind: CallKind, dueAt: Instant, confirmed: boolean): FinishedCall {
  const status = confirmed ? 'completed' : 'unconfirmed'
  const untold = { snoozed: false, failure: null, rangSecond: false }
  return { ...untold, kind, status, endedAt: dueAt + MINUTE_MS, confirmed, ringingAt: dueAt }
}

type End = 'proven' | 'snoozed' | 'silent' | 'unheard' | 'network' | 'refused' | 'not-placed'
type Following = { kind: FollowUpKind; afterMs: number }

/** How a call ended, as far as it matters for what follows. */
function endOf({ confirmed, snoozed, status, failure, ringingAt, kind }: FinishedCall): End {
  if (confirmed) return 'proven'
  if (snoozed) return 'snoozed'
  if (status === 'unconfirmed' || status === 'completed') return 'silent'
  if (status !== 'failed') return 'unheard'
  if (failure === 'broke-off') return 'unheard'
  if (REFUSED_FOR_GOOD.has(failure ?? '')) return 'refused'
  if (failure === 'carrier-failed') return ringingAt === null ? 'network' : 'unheard'
  // First calls go before follow-ups: one that found no slot is retried like a missed one.
  return failure === 'no-capacity' && kind !== 'first' ? 'unheard' : 'not-placed'
}

/** No call to the number can succeed: told by the network, or at the request. */
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
    case 'network':
    case 'unheard':
      if (ending === 'network' && networkAgain(calls)) return again(last)
      return mayTry(calls, rules) ? { kind: 'retry', afterMs: waitsOf(rules)[tryOfLast(calls) - 1]! } : null
  }
}

/** The second call of Strict, until it was heard. */
function secondCheck(calls: readonly FinishedCall[]): Following | null {
  const checks = calls.filter(({ kind }) => kind === 'second-check')
  const last = checks.at(-1)
  if (last === undefined) return { kind: 'second-check', afterMs: SECOND_CHECK_AFTER_MS }
  const ending = endOf(last)
  if (ending === 'network' && networkAgain(calls)) return again(last)
  const unheard = ending === 'network' || ending === 'unheard'
  const made = checks.length - redialsOf(calls).filter(({ kind }) => kind === 'second-check').length
  return unheard && made < MOST_SECOND_CHECKS ? { kind: 'second-check', afterMs: SECOND_CHECK_AGAIN_AFTER_MS } : null
}

const isProven = (calls: readonly FinishedCall[]) => calls.some(({ confirmed }) => confirmed)

/** Whether nothing more is to be proven: Strict asks twice. */
function isSettled(calls: readonly FinishedCall[], { proof }: WakingRules): boolean {
  return proof !== 'strict' || calls.some(({ kind, confirmed }) => kind === 'second-check' && confirmed)
}

const waitsOf = ({ agreedToLadder }: Pick<WakingRules, 'agreedToLadder'>) =>
  agreedToLadder ? TRY_AFTER_MS : OLD_TRY_AFTER_MS

/** How often a first call is tried again at most, by what its person agreed to. */
export const mostTries = (agreedToLadder: boolean): number => waitsOf({ agreedToLadder }).length

/**
 * Which try the last of these calls belongs to, from 1: retries and wake checks are tries, except those made at once after
 * a fault of the network. After a number that was refused for good comes the second number's first.
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

/** Which try a call is that follows these ones, from 1: those that the network kept from the phone are none. */
export function tryNumberAfter(calls: readonly FinishedCall[]): number {
  const tries = calls.filter(({ kind }) => kind === 'first' || kind === 'retry' || kind === 'wake-check')
  return 1 + tries.filter((call) => endOf(call) !== 'network').length
}

const mayTry = (calls: readonly FinishedCall[], rules: WakingRules) =>
  rules.callRetry && nextTry(calls, tryOfLast(calls)) <= 1 + waitsOf(rules).length

/** Without retries, one wake check is all that follows. */
function mayCheck(calls: readonly FinishedCall[], rules: WakingRules): boolean {
  return rules.callRetry ? mayTry(calls, rules) : calls.every(({ kind }) => kind !== 'wake-check')
}

/** The calls that were made at once because the network had failed; after a proof meanwhile, another kind follows. */
function redialsOf(calls: readonly FinishedCall[]): readonly FinishedCall[] {
  const failed = calls.flatMap((call, index) => (endOf(call) === 'network' ? [index] : []))
  return failed.slice(0, MOST_NETWORK_AGAIN).flatMap((index) => {
    const next = calls[index + 1]
    return next?.kind === again(calls[index]!).kind ? [next] : []
  })
}

const networkAgain = (calls: readonly FinishedCall[]) =>
  calls.filter((call) => endOf(call) === 'network').length <= MOST_NETWORK_AGAIN

/** Repeats a call's kind; a first call that nobody heard is followed by a retry. */
function again({ kind }: FinishedCall): Following {
  return { kind: kind === 'first' || kind === 'sample' ? 'retry' : kind, afterMs: NETWORK_AGAIN_AFTER_MS }
}

/** The outcome if nothing follows. */
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

/** Someone picked up, and the network dropped the call. */
const wasPickedUp = ({ failure }: FinishedCall) => failure === 'broke-off'

/** A second check that never left is nobody's fault but ours: the first proof stands. */
const wasMade = (call: FinishedCall) => call.status !== 'failed'
