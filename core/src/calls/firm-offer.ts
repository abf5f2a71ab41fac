import { DAY_MS } from '../time/duration.ts'
import type { Instant } from '../time/time-zone.ts'
import { morningsOf, type RungOccurrence } from './progress.ts'
import type { Proof } from './proof.ts'

const LAST_MORNINGS = 5
const FEWEST_UNANSWERED = 2
/** We don't ask again for this long after an answer. */
const ASKED_AGAIN_AFTER_MS = 14 * DAY_MS

export type FirmOfferFacts = {
  /** Each with the proof that it asked for. */
  rung: readonly (RungOccurrence & { proof: Proof })[]
  /** The proofs that the active schedules ask for. */
  proofs: readonly Proof[]
  /** When the person last answered the offer. */
  answeredAt: Instant | null
  now: Instant
}

/** Whether to offer Firm: all schedules are Gentle, and two of the last five mornings weren't answered. */
export function isFirmOffered({ rung, proofs, answeredAt, now }: FirmOfferFacts): boolean {
  if (answeredAt !== null && now - answeredAt < ASKED_AGAIN_AFTER_MS) return false
  if (proofs.length === 0 || proofs.some((proof) => proof !== 'gentle')) return false
  const gentle = rung.filter(({ proof }) => proof === 'gentle')
  const mornings = [...morningsOf(gentle)].toSorted(([a], [b]) => (a < b ? 1 : -1)).slice(0, LAST_MORNINGS)
  return mornings.filter(([, outcome]) => outcome !== 'answered').length >= FEWEST_UNANSWERED
}
