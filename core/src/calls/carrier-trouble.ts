import { PLANNING_HORIZON_MS } from '../schedules/schedule-limit.ts'
import { MINUTE_MS } from '../time/duration.ts'
import type { Instant } from '../time/time-zone.ts'
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

/** The carrier is checked every five minutes, so two checks in a row may fail. */
const CARRIER_VALID_MS = 15 * MINUTE_MS

/** The last signs that calls can leave; null if there was none. `unplannedAt`: the earliest call not in the plan yet. */
export type Signs = { beatAt: Instant | null; answeredAt: Instant | null; unplannedAt: Instant | null }

export type Unsure = { part: 'worker' | 'carrier' | 'plan'; since: Instant | null }

/** Why nobody should rely on tonight's call, and since when; null when every sign is fresh. */
export function unsureOf({ beatAt, answeredAt, unplannedAt }: Signs, now: Instant): Unsure | null {
  if (beatAt === null || now - beatAt >= MINUTE_MS) return { part: 'worker', since: beatAt }
  if (answeredAt === null || now - answeredAt >= CARRIER_VALID_MS) return { part: 'carrier', since: answeredAt }
  const plannedBy = unplannedAt === null ? null : unplannedAt - PLANNING_HORIZON_MS
  return plannedBy !== null && now - plannedBy >= MINUTE_MS ? { part: 'plan', since: plannedBy } : null
}

/** What a carrier's trial account can't do, in words for the operator. */
export const TRIAL =
  'Trial account: calls to at most five verified numbers, no texts in our words, ends 30 days after sign-up.'

/** For a refused call or text: the carrier's code doesn't tell a trial from a missing compliance profile. */
export const HELD_ACCOUNT = `${TRIAL} A full account without an approved compliance profile is held like one.`
