import type { VoiceId } from '../speech/voices.ts'
import { DAY_MS } from '../time/duration.ts'
import type { Instant } from '../time/time-zone.ts'

/** What decides whether we may call a person. */
export type Callee = {
  userId: number
  phone: string | null
  phoneVerified: boolean
  /** Null until the person has preferences. */
  voice: VoiceId | null
  optedOutOfCalls: boolean
  /** Whether the person's latest consent allows up to nine calls a morning. */
  agreedToLadder: boolean
  second: SecondNumber | null
}

/** A person's other number, which the last tries of a morning ring. */
export type SecondNumber = { phone: string; verified: boolean; optedOutOfCalls: boolean }

export type CallRefusal = 'phone-not-verified' | 'preferences-missing' | 'calls-stopped'

/** Null when calls are allowed. `mayBeCalledSql` in the server's `people/callable.sql.ts` is this rule as SQL. */
export function callRefusal(callee: Callee): CallRefusal | null {
  if (!callee.phoneVerified || callee.phone === null) return 'phone-not-verified'
  if (callee.voice === null) return 'preferences-missing'
  return callee.optedOutOfCalls ? 'calls-stopped' : null
}

/**
 * Whether a call rings the second number. If it's missing, unproven or opted out, the first rings instead.
 * `ringsSecondSql` in the server's `people/callable.sql.ts` is this rule as SQL.
 */
export function ringsSecond({ second }: Pick<Callee, 'second'>, isForSecond: boolean): boolean {
  return isForSecond && second?.verified === true && !second.optedOutOfCalls
}

export function mayBeCalled(callee: Callee): callee is Callee & { phone: string; voice: VoiceId } {
  return callRefusal(callee) === null
}

/**
 * Who goes first when calls are due at the same instant: 0 has had a number for a while and gets up by our calls, 1 meets
 * one of these conditions, 2 neither. So accounts that somebody made in bulk for one morning go last.
 */
export type Standing = 0 | 1 | 2
export const NEWCOMER: Standing = 2

const NUMBER_KNOWN_MS = 7 * DAY_MS
const ANSWERED_MORNINGS = 3
/** Older mornings don't count. */
export const MORNINGS_COUNT_MS = 30 * DAY_MS

/** `numberSince`: when the person first proved a number; null if unknown. */
export function standingOf(known: { numberSince: Instant | null; answered: number }, now: Instant): Standing {
  const isKnown = known.numberSince !== null && now - known.numberSince >= NUMBER_KNOWN_MS
  const isUp = known.answered >= ANSWERED_MORNINGS
  if (isKnown && isUp) return 0
  return isKnown || isUp ? 1 : NEWCOMER
}
