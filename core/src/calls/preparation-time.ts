import type { Instant } from '../time/time-zone.ts'

/** Words that change again within this time are spoken once, not each time. */
const SETTLED_AFTER_MS = 20_000

/** So near a call its words are spoken at once: that takes a second or two, and several on a busy machine. */
const NEAR_MS = 15_000

/**
 * When the words of a call are to be spoken (CALL-8) that were changed at `now`: once nobody has changed them for a
 * moment, so that saving again and again costs nothing (S58), and never so late that the call would come first.
 */
export function preparationTime(dueAt: Instant, now: Instant): Instant {
  return Math.max(now, Math.min(now + SETTLED_AFTER_MS, dueAt - NEAR_MS))
}
