import type { Instant } from '../time/time-zone.ts'
import { cutOff } from './misfire-policy.ts'

/** Not before this long after the mark may 'the carrier knows no such call' be believed: its list may lag. */
export const BELIEVE_NONE_AFTER_MS = 45_000

const ASK_AFTER_MS = [5_000, 15_000, 35_000, 46_000]
const ASK_EVERY_MS = 15_000
const HOUR_MS = 60 * 60_000

/** A doubt that lasts lets the person's line go this long after its cut-off (CALL-14). */
export const LINE_HELD_AFTER_CUT_OFF_MS = 2 * 60_000

/** At the cut-off the owner is told what is not known, then the line is let go; after that there is no hurry. */
const AFTER_CUT_OFF_MS = [0, LINE_HELD_AFTER_CUT_OFF_MS, 15 * 60_000, 30 * 60_000, HOUR_MS]

/** How long the carrier is asked about a call whose fate is unknown, before we give up for good. */
export const ASK_FOR_MS = 24 * HOUR_MS

/** A phone rings for half a minute; the longest call that we ask for lasts five (its TimeLimit), and some. */
const LONGEST_RING_MS = 60_000
export const LONGEST_CALL_MS = 330_000

/** When a call that the carrier has taken is surely over, whatever it says: answered, or rung as late as may be. */
export function surelyOverAt(dueAt: Instant, answeredAt: Instant | null): Instant {
  return answeredAt === null ? cutOff(dueAt) + LONGEST_RING_MS : answeredAt + LONGEST_CALL_MS
}

/**
 * When the carrier should next be asked about a call in doubt: densely until the call's cut-off and at that instant,
 * when its line is let go, at 15, 30 and 60 minutes after the cut-off, and hourly for a day. Null when the day is over.
 */
export function nextQuestionAt(markedAt: Instant, dueAt: Instant, now: Instant): Instant | null {
  const end = cutOff(dueAt)
  for (const after of ASK_AFTER_MS) if (markedAt + after > now) return markedAt + after
  if (now + ASK_EVERY_MS <= end) return now + ASK_EVERY_MS
  for (const after of AFTER_CUT_OFF_MS) if (end + after > now) return end + after
  return now + HOUR_MS <= end + ASK_FOR_MS ? now + HOUR_MS : null
}

/** Ring time, pick-up and a little: by then a placed call should have been heard of, or the carrier is asked. */
export const ASK_ABOUT_PLACED_AFTER_MS = 90_000
