import { DAY_MS } from '../time/duration.ts'
import type { Instant } from '../time/time-zone.ts'
import { morningsOf, type RungOccurrence } from './progress.ts'
import type { Proof } from './proof.ts'

const LAST_MORNINGS = 5
const SLIPPED_BY = 2
/** An answer stands this long before it is asked for again. */
const ASKED_AGAIN_AFTER_MS = 14 * DAY_MS

export type FirmOfferFacts = {
  /** With the proof that each asked for. */
  rung: readonly (RungOccurrence & { proof: Proof })[]
  /** Of the active schedules. */
  proofs: readonly Proof[]
  /** When the last offer was answered. */
  answeredAt: Instant | null
  now: Instant
}

/**
 * Whether to offer three digits: a key is all that is asked for, and two of the last five mornings that asked for no more
 * slipped by.
 */
export function isFirmOffered({ rung, proofs, answeredAt, now }: FirmOfferFacts): boolean {
  if (answeredAt !== null && now - answeredAt < ASKED_AGAIN_AFTER_MS) return false
  if (proofs.length === 0 || proofs.some((proof) => proof !== 'gentle')) return false
  const gentle = rung.filter(({ proof }) => proof === 'gentle')
  const mornings = [...morningsOf(gentle)].toSorted(([a], [b]) => (a < b ? 1 : -1)).slice(0, LAST_MORNINGS)
  return mornings.filter(([, outcome]) => outcome !== 'answered').length >= SLIPPED_BY
}
