import type { LocalTime } from '../time/calendar.ts'
import { MINUTE_MS } from '../time/duration.ts'

export const CODE_DIGITS = 6

export const CODE_LIFE_MS = 10 * MINUTE_MS

/** A code is void after this many wrong tries. */
export const MAX_WRONG_TRIES = 5

/** Within this time, another request is idempotent unless the carrier refused the text. */
export const RESEND_PAUSE_MS = 30_000

/** At these hours strangers can't trigger sign-in calls, and one verification call at most. */
export const isQuietHour = (time: LocalTime): boolean => time >= '22:00' || time < '07:00'

const FIRST_GAP_MS = 8 * MINUTE_MS
const LONGEST_GAP_MS = 60 * MINUTE_MS

/**
 * How long a number waits for another text after `unused` codes that nobody entered: an exponential backoff that starts
 * above `free`. It protects people whose number a stranger typed.
 */
export function gapAfterTexts(unused: number, free: number): number {
  return unused < free ? 0 : Math.min(LONGEST_GAP_MS, FIRST_GAP_MS * 2 ** (unused - free))
}

/** A number's daily limit of texts with codes that nobody entered, as a multiple of its hourly limit. */
export const TEXTS_A_DAY_PER_HOURLY = 2

/** After this many wrong tries in a day, we warn the number's owner by text, once. */
export const WRONG_TRIES_BEFORE_WARNING = 10

/** A country's texted codes of the last hour. `sent` excludes codes that are still valid. */
export type TextedCodes = { sent: number; used: number }

/** Fewer are too few to tell. */
const ENOUGH_TO_TELL = 20
/** People nearly always enter a code that they asked for. SMS pumping never does. */
const LEAST_USED = 0.3

/** Whether so few codes are used that somebody is pumping texts for a share of their price. */
export const isPumping = ({ sent, used }: TextedCodes): boolean => sent >= ENOUGH_TO_TELL && used < sent * LEAST_USED
