import { MINUTE_MS } from '../time/duration.ts'

/** Digits of a code. */
export const CODE_DIGITS = 6

/** How long a code is valid. */
export const CODE_LIFE_MS = 10 * MINUTE_MS

/** A code is void after this many wrong tries. */
export const MAX_WRONG_TRIES = 5

/**
 * A second request within this time sends nothing new and gets the same answer, unless the text was refused.
 */
export const RESEND_PAUSE_MS = 30_000

// What a number gets from people that it doesn't belong to, beside the hourly limit.

const FIRST_GAP_MS = 8 * MINUTE_MS
const LONGEST_GAP_MS = 60 * MINUTE_MS

/** How long a number waits for another text after this many codes that nobody entered; the first `free` need no wait. */
export function gapAfterTexts(unused: number, free: number): number {
  return unused < free ? 0 : Math.min(LONGEST_GAP_MS, FIRST_GAP_MS * 2 ** (unused - free))
}

/** Texts that nobody entered, in a day, per text that a number gets in an hour. */
export const TEXTS_A_DAY_PER_HOURLY = 2

/** After this many wrong tries in a day the holder of the number is warned by text, once. */
export const WRONG_TRIES_BEFORE_WARNING = 10

/** A country's texted codes of the last hour: those sent longer ago than a code lives, and those used. */
export type TextedCodes = { sent: number; used: number }

/** Too few to conclude anything. */
const ENOUGH_TO_TELL = 20
/** People who ask for a code nearly always enter it; bots that want the text to be paid for never do. */
const LEAST_USED = 0.3

/** Whether so few codes are used that somebody is pumping texts for the revenue. */
export function isPumping({ sent, used }: TextedCodes): boolean {
  return sent >= ENOUGH_TO_TELL && used < sent * LEAST_USED
}
