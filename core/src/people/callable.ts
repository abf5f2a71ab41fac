import type { VoiceId } from '../speech/voices.ts'
import { DAY_MS } from '../time/duration.ts'
import type { Instant } from '../time/time-zone.ts'

/** A person with regard to whether they may be called. */
export type Callee = {
  userId: number
  phone: string | null
  phoneVerified: boolean
  /** Null while there are no preferences. */
  voice: VoiceId | null
  optedOutOfCalls: boolean
  /** Whether the latest agreement to calls is the one with up to nine calls on one morning (WAKE-15). */
  agreedToLadder: boolean
  /** Null without one. */
  second: SecondNumber | null
}

/** Another number of a person's, which the last tries of a morning ring (WAKE-18). */
export type SecondNumber = { phone: string; verified: boolean; optedOutOfCalls: boolean }

export type CallRefusal = 'phone-not-verified' | 'preferences-missing' | 'calls-stopped'

/**
 * Why no call may be planned for this person; null when calls are allowed (CALL-1, CALL-7, SAFE-10). `mayBeCalledSql` in
 * the server's `people/callable.sql.ts` is the same rule as SQL.
 */
export function callRefusal(callee: Callee): CallRefusal | null {
  if (!callee.phoneVerified || callee.phone === null) return 'phone-not-verified'
  if (callee.voice === null) return 'preferences-missing'
  return callee.optedOutOfCalls ? 'calls-stopped' : null
}

/**
 * Whether the second number rings for a call that is meant for it, or not: the first one does where the second is
 * missing, not proven or stopped (WAKE-18). `ringsSecondSql` in the server's `people/callable.sql.ts` is the same rule as SQL.
 */
export function ringsSecond({ second }: Pick<Callee, 'second'>, isForSecond: boolean): boolean {
  return isForSecond && second?.verified === true && !second.optedOutOfCalls
}

export function mayBeCalled(callee: Callee): callee is Callee & { phone: string; voice: VoiceId } {
  return callRefusal(callee) === null
}

/**
 * Who goes first of those whose calls are due at the same instant: 0 has had a number for a while and is up by our
 * calls, 1 has one of the two, 2 neither. Numbers that somebody collected for one morning come last (S84).
 */
export type Standing = 0 | 1 | 2
export const NEWCOMER: Standing = 2

const NUMBER_KNOWN_MS = 7 * DAY_MS
const ANSWERED_MORNINGS = 3
/** Mornings count this long. */
export const MORNINGS_COUNT_MS = 30 * DAY_MS

/** `numberSince`: when the person first proved a number; null when it is unknown. */
export function standingOf(known: { numberSince: Instant | null; answered: number }, now: Instant): Standing {
  const isKnown = known.numberSince !== null && now - known.numberSince >= NUMBER_KNOWN_MS
  const isUp = known.answered >= ANSWERED_MORNINGS
  if (isKnown && isUp) return 0
  return isKnown || isUp ? 1 : NEWCOMER
}
