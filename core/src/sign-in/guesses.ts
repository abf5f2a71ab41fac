import { MINUTE_MS } from '../time/duration.ts'

// S74: what a number gets from people that it doesn't belong to, beside the hourly limit.

const FIRST_GAP_MS = 8 * MINUTE_MS
const LONGEST_GAP_MS = 60 * MINUTE_MS

/** How long a number waits for another text after so many codes that nobody entered; `free` of them need no wait. */
export function gapAfterTexts(unused: number, free: number): number {
  return unused < free ? 0 : Math.min(LONGEST_GAP_MS, FIRST_GAP_MS * 2 ** (unused - free))
}

/** Texts that nobody entered, in a day, per text that a number gets in an hour. */
export const TEXTS_A_DAY_PER_HOURLY = 2

/** After so many wrong tries in a day the holder of the number is warned by text, once. */
export const WRONG_TRIES_BEFORE_WARNING = 10
