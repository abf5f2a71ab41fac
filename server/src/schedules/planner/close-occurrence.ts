import type { Outcome } from '@reveille/core/calls/next-step'
import type { Occurrence } from '@reveille/core/schedules/occurrence'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { giveCallNotice } from './call-notices.ts'
import { endOneTimeSchedule, noteTold, writeOutcome } from './occurrences.sql.ts'

/** The last failed call, and why: the person counted on it even if an earlier one was answered. */
export type FailedCall = { dueAt: Instant; reason: string }

/**
 * How many calls were made, when the last one was due, whether somebody picked one up and stayed silent, and whether they
 * had proven to be up before that (Strict).
 */
export type Rings = { calls: number; lastAt: Instant; isSilent: boolean; isProven: boolean }

/** How an occurrence ends: by the outcome of its calls, or because the person took it back. */
export type Ending =
  | { outcome: Outcome; by: 'call'; failed?: FailedCall | null; rings?: Rings }
  | { outcome: Outcome; by: 'person' }

/**
 * The one way to end an occurrence: sets its final outcome (CALL-2), ends its one-time schedule (SCHED-10), and
 * notifies the person of a missed, unconfirmed or failed call: a skip is their own doing, and no news to them (SHELL-11). A
 * person's own action ends no future one-time schedule. Where it has an outcome already, nothing is done.
 */
export async function closeOccurrence(
  services: Services,
  tx: Tx,
  occurrence: Pick<Occurrence, 'id' | 'scheduleId' | 'userId' | 'dueAt' | 'isSample'>,
  ending: Ending,
): Promise<void> {
  const now = services.clock.now()
  const { id, userId, scheduleId, dueAt, isSample } = occurrence
  const { outcome } = ending
  if (!(await writeOutcome(tx, id, outcome, now))) return
  services.log.info({ occurrenceId: id, userId, outcome, by: ending.by }, 'an occurrence ended')
  const isOver = ending.by === 'call' || (outcome !== 'skipped' && dueAt <= now)
  if (scheduleId !== null && isOver) await endOneTimeSchedule(tx, scheduleId, { dueAt, at: now })
  // Whoever asked for a sample sees how it went, but for why we stop calling that number (CALL-12).
  if (isSample && (ending.by !== 'call' || ending.failed?.reason !== 'too-many-calls')) return
  const isToTell = ending.by === 'call' && outcome !== 'answered'
  if (isToTell && (await noteTold(tx, id, outcome))) await tellUnproven(services, tx, occurrence, ending)
}

/** Nobody proved to be up: says what came of our calls, and why the last one failed if it did. */
async function tellUnproven(
  services: Services,
  tx: Tx,
  occurrence: Pick<Occurrence, 'id' | 'userId' | 'dueAt'>,
  { outcome, failed, rings }: Ending & { by: 'call' },
): Promise<void> {
  const { dueAt } = occurrence
  const { calls = 1, lastAt = dueAt, isSilent = false, isProven = false } = rings ?? {}
  if (outcome === 'missed')
    await giveCallNotice(services, tx, occurrence, { kind: 'call-missed', dueAt, calls, lastAt })
  // A person who snoozed and counted on a call that failed was not silent: its failure is what they're told.
  if (outcome === 'unconfirmed' && (isSilent || !failed))
    await giveCallNotice(services, tx, occurrence, { kind: 'call-unconfirmed', dueAt, calls, lastAt, isProven })
  const reason = failed && (outcome === 'failed' ? { ...failed, dueAt } : failed)
  if (reason) await giveCallNotice(services, tx, occurrence, { kind: 'call-failed', ...reason })
}
