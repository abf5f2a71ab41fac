import type { Instant } from '../time/time-zone.ts'

/** A message that changes again within this time is spoken once. */
const SETTLED_AFTER_MS = 20_000

/** This close to the call, speech is prepared at once: it takes a second or two, more on a busy machine. */
const NEAR_MS = 15_000

/**
 * When to prepare the speech of a call whose message changed at `now` (CALL-8): after a short pause without changes, so
 * that saving repeatedly costs nothing (S58), but never so late that the call would come first.
 */
export function preparationTime(dueAt: Instant, now: Instant): Instant {
  return Math.max(now, Math.min(now + SETTLED_AFTER_MS, dueAt - NEAR_MS))
}
