import { noteOf } from '@reveille/core/schedules/note'
import type { Occurrence } from '@reveille/core/schedules/occurrence'
import type { Tx } from '../../platform/database/transaction.ts'
import { findSchedule } from '../schedules.sql.ts'

/** What its person wants to be told in the calls of this occurrence (WAKE-26); null when nothing, and in a sample. */
export async function noteOfCall(
  tx: Tx,
  { scheduleId, dueAt }: Pick<Occurrence, 'scheduleId' | 'dueAt'>,
): Promise<string | null> {
  const schedule = scheduleId === null ? null : await findSchedule(tx, scheduleId)
  return schedule === null ? null : noteOf(schedule, dueAt)
}
