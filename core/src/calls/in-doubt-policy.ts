import type { Instant } from '../time/time-zone.ts'
import { cutOff, LONGEST_TALK_S, RING_S } from './call-times.ts'

/** 'The carrier knows no such call' is believed only this long after the mark: the carrier's list may lag. */
export const BELIEVE_NONE_AFTER_MS = 45_000

const ASK_AFTER_MS = [5_000, 15_000, 35_000, 46_000]
const ASK_EVERY_MS = 15_000
const HOUR_MS = 60 * 60_000

/** A call that stays in doubt releases the person's line this long after its cut-off. */
export const LINE_HELD_AFTER_CUT_OFF_MS = 2 * 60_000

/** At the cut-off the person is told what is not known, then the line is released; after that there is no hurry. */
const AFTER_CUT_OFF_MS = [0, LINE_HELD_AFTER_CUT_OFF_MS, 15 * 60_000, 30 * 60_000, HOUR_MS]

/** How long we ask the carrier about a call before we give up. */
export const ASK_FOR_MS = 24 * HOUR_MS

/** After an outage that lasted the whole day, we still ask this often before we give up. */
export const FEWEST_ASKS = 30
const ASK_AGAIN_AFTER_OUTAGE_MS = 60_000

/** The ring time that we request from the carrier, plus half a minute. */
const LONGEST_RING_MS = (RING_S + 30) * 1_000
export const LONGEST_CALL_MS = (LONGEST_TALK_S + 30) * 1_000

/** When a call that the carrier took is certainly over, whatever it reports: answered, or rung as late as possible. */
export function surelyOverAt(dueAt: Instant, answeredAt: Instant | null): Instant {
  return answeredAt === null ? cutOff(dueAt) + LONGEST_RING_MS : answeredAt + LONGEST_CALL_MS
}

/**
 * When to ask the carrier about a call in doubt next: frequently until the cut-off and at that instant, when its line
 * is released, 15, 30 and 60 minutes after the cut-off, and hourly for a day. Null when the day is over; `asks` is how
 * often the carrier was asked by then.
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

/** Ring time, pick-up and a margin: a placed call without callbacks by then is looked up at the carrier. */
export const ASK_ABOUT_PLACED_AFTER_MS = (RING_S + 60) * 1_000
