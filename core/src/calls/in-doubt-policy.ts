import { HOUR_MS } from '../time/duration.ts'
import type { Instant } from '../time/time-zone.ts'
import { cutOff, LONGEST_TALK_S, RING_S } from './call-times.ts'

/** We believe 'no such call' only this long after the mark: the carrier's list may lag. */
export const BELIEVE_NONE_AFTER_MS = 45_000

const ASK_AFTER_MS = [5_000, 15_000, 35_000, 46_000]
const ASK_EVERY_MS = 15_000

/** A call that stays in doubt releases the person's line this long after its cut-off. */
export const LINE_HELD_AFTER_CUT_OFF_MS = 2 * 60_000

/** We notify the person at the cut-off, then release the line. After that there's no hurry. */
const AFTER_CUT_OFF_MS = [0, LINE_HELD_AFTER_CUT_OFF_MS, 15 * 60_000, 30 * 60_000, HOUR_MS]

export const ASK_FOR_MS = 24 * HOUR_MS

/** After an outage of a day we haven't asked at all, so we ask at least this often before giving up. */
export const FEWEST_ASKS = 30
const ASK_AGAIN_AFTER_OUTAGE_MS = 60_000

/** Half a minute more than the ring time that we request. */
export const LONGEST_RING_MS = (RING_S + 30) * 1_000
export const LONGEST_CALL_MS = (LONGEST_TALK_S + 30) * 1_000

/** When a call that the carrier took is certainly over, even without callbacks. Unanswered, it may have rung late. */
export function surelyOverAt(dueAt: Instant, answeredAt: Instant | null): Instant {
  return answeredAt === null ? cutOff(dueAt) + LONGEST_RING_MS : answeredAt + LONGEST_CALL_MS
}

/**
 * When to ask the carrier about a call in doubt next: often until the cut-off, then with a backoff to once an hour. Null
 * after a day. `asks`: how often we asked so far.
 */
export function nextAskAt(
  { markedAt, dueAt, asks }: { markedAt: Instant; dueAt: Instant; asks: number },
  now: Instant,
): Instant | null {
  const end = cutOff(dueAt)
  for (const after of ASK_AFTER_MS) if (markedAt + after > now) return markedAt + after
  if (now + ASK_EVERY_MS <= end) return now + ASK_EVERY_MS
  for (const after of AFTER_CUT_OFF_MS) if (end + after > now) return end + after
  if (now + HOUR_MS <= end + ASK_FOR_MS) return now + HOUR_MS
  return asks < FEWEST_ASKS ? now + ASK_AGAIN_AFTER_OUTAGE_MS : null
}

/** We look up a placed call that has sent no callbacks by then: its ring time, pick-up and a margin. */
export const ASK_ABOUT_PLACED_AFTER_MS = (RING_S + 60) * 1_000
