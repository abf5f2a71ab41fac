import { MINUTE_MS } from '../time/duration.ts'
import type { Instant } from '../time/time-zone.ts'

/** The latest that a call is placed after its due time (CALL-5): late is better than never, within this limit. */
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
