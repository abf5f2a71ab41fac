import type { Outcome } from '@reveille/core/calls/next-step'
import type { Occurrence } from '@reveille/core/schedules/occurrence'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { giveCallNotice } from './call-notices.ts'
import { endOneTimeSchedule, writeOutcome } from './occurrences.sql.ts'

/** The last failed call, and why: the person counted on it even if an earlier one was answered. */
export type FailedCall = { dueAt: Instant; reason: string }

/** How many calls were made, and when the last one was due. */
export type Rings = { calls: number; lastAt: Instant }

/** How an occurrence ends: by the outcome of its calls, or because the person took it back. */
export type Ending =
  | { outcome: Outcome; by: 'call'; failed?: FailedCall | null; rings?: Rings }
  | { outcome: Outcome; by: 'person' }

/**
 * The one way to end an occurrence: sets its final outcome (CALL-2), ends its one-time schedule (SCHED-10), and
 * notifies the person of a missed, unconfirmed, failed or skipped call. A person's own action ends no future one-time schedule.
 * False when it already had an outcome: then nothing is done.
 */
export async function closeOccurrence(
  services: Services,
  tx: Tx,
  occurrence: Pick<Occurrence, 'id' | 'scheduleId' | 'userId' | 'dueAt' | 'isSample'>,
  ending: Ending,
): Promise<boolean> {
  const now = services.clock.now()
  const { id, scheduleId, dueAt, isSample } = occurrence
  const { outcome } = ending
  if (!(await writeOutcome(tx, id, outcome, now))) return false
  const isOver = ending.by === 'call' || (outcome !== 'skipped' && dueAt <= now)
  if (scheduleId !== null && isOver) await endOneTimeSchedule(tx, scheduleId, { dueAt, at: now })
  if (isSample) return true
  if (outcome === 'skipped') await giveCallNotice(services, tx, occurrence, { kind: 'call-skipped', dueAt })
  if (ending.by === 'person') return true
  // A call that counted on being placed is told by its failure, and not as the person's silence too.
  if (outcome === 'missed' || (outcome === 'unconfirmed' && !ending.failed)) {
    const rings = ending.rings ?? { calls: 1, lastAt: dueAt }
    await giveCallNotice(services, tx, occurrence, { kind: `call-${outcome}`, dueAt, ...rings })
  }
  if (ending.failed) {
    const failed = outcome === 'failed' ? { ...ending.failed, dueAt } : ending.failed
    await giveCallNotice(services, tx, occurrence, { kind: 'call-failed', ...failed })
  }
  return true
}
