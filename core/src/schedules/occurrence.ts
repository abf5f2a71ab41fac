import type { CallChoices, Outcome } from '../calls/next-step.ts'
import type { Instant } from '../time/time-zone.ts'

/**
 * One instant at which a schedule rings, or a sample call: its calls follow each other until it has an outcome
 * (CALL-2).
 */
export type Occurrence = CallChoices & {
  id: number
  /** Null for a sample, and when the schedule was deleted. */
  scheduleId: number | null
  userId: number
  isSample: boolean
  dueAt: Instant
  timezone: string
  outcome: Outcome | null
  /** After this, nothing follows in it, whatever is learnt about its calls later. */
  stoppedAt: Instant | null
}
