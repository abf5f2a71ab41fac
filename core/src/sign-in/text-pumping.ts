/** Texted codes of one country in the last hour: sent until ten minutes ago, as a code lives so long, and used. */
export type TextedCodes = { sent: number; used: number }

/** So few say nothing. */
const ENOUGH_TO_TELL = 20
/** People who ask for a code nearly always enter it; machines that only want the text to be paid for never do. */
const LEAST_USED = 0.3

/** Whether so few of the codes are used that somebody lets us send texts for the money in them (S35). */
export function isPumping({ sent, used }: TextedCodes): boolean {
  return sent >= ENOUGH_TO_TELL && used < sent * LEAST_USED
}
