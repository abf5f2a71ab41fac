import { DAY_MS } from '../time/duration.ts'
import type { Instant } from '../time/time-zone.ts'

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
