import type { Instant } from '../time/time-zone.ts'

/** A call is never placed later than this after its own time (CALL-5): late beats never, but only so far. */
export const CUT_OFF_MS = 10 * 60_000

/** The last instant at which a call that is due at `dueAt` may still be dialled. */
export function cutOff(dueAt: Instant): Instant {
  return dueAt + CUT_OFF_MS
}

/** When to try again after the carrier surely did not place a call; null when that would be past the cut-off. */
export function tryAgainAt(dueAt: Instant, now: Instant, retryAfterMs: number): Instant | null {
  const at = now + retryAfterMs
  return at <= cutOff(dueAt) ? at : null
}
