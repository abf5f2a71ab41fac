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
