/** A country's texted codes of the last hour: those sent longer ago than a code lives, and those used. */
export type TextedCodes = { sent: number; used: number }

/** Too few to conclude anything. */
const ENOUGH_TO_TELL = 20
/** People who ask for a code nearly always enter it; bots that want the text to be paid for never do. */
const LEAST_USED = 0.3

/** Whether so few codes are used that somebody is pumping texts for the revenue (S35). */
export function isPumping({ sent, used }: TextedCodes): boolean {
  return sent >= ENOUGH_TO_TELL && used < sent * LEAST_USED
}
