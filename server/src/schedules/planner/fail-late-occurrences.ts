import { appendCallEvents } from '../../calls/timeline.sql.ts'
import { insertFailedCalls } from '../../calls/calls.sql.ts'
import { closeOccurrence, type PlannedOccurrence } from './occurrences.sql.ts'
import { endOneTimeSchedule, toldOf } from '../schedules.sql.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { firstCalls, type Planning } from './plan-calls.ts'
import { giveNotice } from '../../notices/give-notice.ts'

/**
 * Occurrences whose time passed by more than the cut-off before anybody planned them (we were down): never placed
 * late, but each stands in the history with its reason, and its owner is told (CALL-5).
 */
export async function failLateOccurrences(
  services: Services,
  tx: Tx,
  occurrences: readonly PlannedOccurrence[],
  planning: Planning,
): Promise<void> {
  const { now } = planning
  const calls = firstCalls(occurrences, planning)
  const callIds = await insertFailedCalls(tx, calls, 'too-late', now)
  await appendCallEvents(
    tx,
    callIds.map((callId) => ({ callId, at: now, kind: 'failed', detail: 'too-late' })),
  )
  for (const { id, scheduleId, dueAt } of occurrences) {
    await closeOccurrence(tx, id, 'failed', now)
    if (scheduleId !== null) await endOneTimeSchedule(tx, scheduleId, { dueAt, at: now })
  }
  for (const { occurrenceId, userId, dueAt } of calls) {
    const about = await toldOf(tx, occurrenceId)
    await giveNotice(services, tx, userId, { kind: 'call-failed', dueAt, reason: 'too-late', ...about })
  }
}
