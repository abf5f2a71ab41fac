import { MINUTE_MS } from '../time/duration.ts'
import type { Instant } from '../time/time-zone.ts'

/** A call is never placed later than this after its due time. Until then, late is better than never. */
export const CUT_OFF_MS = 10 * MINUTE_MS

export const cutOff = (dueAt: Instant): Instant => dueAt + CUT_OFF_MS

/** When to retry a call that the carrier certainly didn't place; null after the cut-off. */
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

/** Debounces changes of a message: speech costs money. */
const SETTLED_AFTER_MS = 20_000

/** This close to the call, we don't debounce: synthesis takes a second or two, more on a busy machine. */
const NEAR_MS = 15_000

/** Debounced, so that repeated saves cost nothing, but in time for the call. `now`: when its message changed. */
export function preparationTime(dueAt: Instant, now: Instant): Instant {
  return Math.max(now, Math.min(now + SETTLED_AFTER_MS, dueAt - NEAR_MS))
}
