import { isUndialled } from '@reveille/core/calls/call-lifecycle'
import type { Instant } from '@reveille/core/time/time-zone'
import type { OccurrenceRow } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { closeOccurrence, stopOccurrence, endOneTimeSchedule } from './occurrences.sql.ts'
import { deleteUndialled, lockCallsOf } from './planned-calls.sql.ts'

/**
 * Ends an open occurrence: nothing more is dialled for it, whatever is learnt of its calls later. Answered when a person
 * answered one of them, else cancelled. A call under way goes on, and closes its occurrence when it ends.
 */
export async function endOccurrence(tx: Tx, occurrence: OccurrenceRow, now: Instant): Promise<void> {
  const { id, schedule_id: scheduleId } = occurrence
  const dueAt = occurrence.due_at.getTime()
  const dialled = (await lockCallsOf(tx, id)).filter(({ stage }) => !isUndialled(stage))
  await deleteUndialled(tx, [id])
  // One that never began may be planned anew.
  if (dialled.length > 0) await stopOccurrence(tx, id, now)
  if (dialled.some(({ stage }) => stage !== 'ended')) return
  const answered = dialled.some(({ status }) => status === 'completed')
  await closeOccurrence(tx, id, answered ? 'answered' : 'cancelled', now)
  if (scheduleId !== null && dueAt <= now) await endOneTimeSchedule(tx, scheduleId, { dueAt, at: now })
}
