import { CUT_OFF_MS } from './call-times.ts'

/** How far back the carrier's answers count (ms): as long as a call is retried. */
export const TROUBLE_SEEN_FOR_MS = CUT_OFF_MS

/** Fewer failures may be chance, or a problem of these numbers. */
const FEWEST_CALLS = 3

/**
 * Whether the carrier as a whole is at fault, not a line or number: it took too few of the calls requested lately. A
 * call counts by its last answer, so the trouble is over as soon as the waiting calls got through.
 */
export function isCarrierTroubled({ taken, notTaken }: { taken: number; notTaken: number }): boolean {
  return notTaken >= FEWEST_CALLS && notTaken >= taken
}
