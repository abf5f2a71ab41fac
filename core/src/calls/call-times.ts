import { MINUTE_MS } from '../time/duration.ts'
import type { Instant } from '../time/time-zone.ts'

/** The latest that a call is placed after its due time: late is better than never, within this limit. */
export const CUT_OFF_MS = 10 * MINUTE_MS

/** The last instant at which a call due at `dueAt` may be dialled. */
export function cutOff(dueAt: Instant): Instant {
  return dueAt + CUT_OFF_MS
}

/** When to retry after the carrier certainly did not place a call; null when that is past the cut-off. */
export function tryAgainAt(dueAt: Instant, now: Instant, retryAfterMs: number): Instant | null {
  const at = now + retryAfterMs
  return at <= cutOff(dueAt) ? at : null
}

/** How long a phone rings unanswered, in seconds. */
export const RING_S = 30

/** The carrier ends a call after this many seconds. */
export const LONGEST_TALK_S = 180

/** The carrier ends a call that says a code after this many seconds. */
export const LONGEST_CODE_CALL_S = 120

/** A message that changes again within this time is spoken once. */
const SETTLED_AFTER_MS = 20_000

/** This close to the call, speech is prepared at once: it takes a second or two, more on a busy machine. */
const NEAR_MS = 15_000

/**
 * When to prepare the speech of a call whose message changed at `now`: after a short pause without changes, so
 * that saving repeatedly costs nothing, but never so late that the call would come first.
 */
export function preparationTime(dueAt: Instant, now: Instant): Instant {
  return Math.max(now, Math.min(now + SETTLED_AFTER_MS, dueAt - NEAR_MS))
}
