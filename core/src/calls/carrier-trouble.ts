import { CUT_OFF_MS } from './call-times.ts'

/** How far back the carrier's answers count: as long as we retry a call. */
export const TROUBLE_SEEN_FOR_MS = CUT_OFF_MS

/** Fewer failures may be chance, or a problem with those numbers. */
const FEWEST_CALLS = 3

/**
 * Whether the carrier as a whole is failing, rather than a line or number. A call counts by its last answer, so the
 * trouble is over once the waiting calls get through.
 */
export function isCarrierTroubled({ taken, notTaken }: { taken: number; notTaken: number }): boolean {
  return notTaken >= FEWEST_CALLS && notTaken >= taken
}

/** What a carrier's trial account can't do, in words for the operator. */
export const TRIAL =
  'Trial account: calls to at most five verified numbers, no texts in our words, ends 30 days after sign-up.'

/** For a refused call or text: the carrier's code doesn't tell a trial from a missing compliance profile. */
export const HELD_ACCOUNT = `${TRIAL} A full account without an approved compliance profile is held like one.`
