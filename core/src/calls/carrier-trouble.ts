/** How far back the carrier's answers count (ms): as long as a call is tried. */
export const TROUBLE_SEEN_FOR_MS = 10 * 60_000

/** Fewer may be bad luck, or trouble of these very numbers. */
const FEWEST_CALLS = 3

/**
 * Whether the carrier, and not one line or number, is at fault: of the calls that it was asked for lately, it took too
 * few. A call counts by the last answer, so that the trouble is over as soon as what waited has got through.
 */
export function isCarrierTroubled({ taken, notTaken }: { taken: number; notTaken: number }): boolean {
  return notTaken >= FEWEST_CALLS && notTaken >= taken
}
