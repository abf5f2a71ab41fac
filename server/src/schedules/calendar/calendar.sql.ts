import { UNDIALLED } from '@reveille/core/calls/call-lifecycle'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../../platform/database/database.ts'

/** Whose calendar this secret opens; null when it opens none (S54). */
export async function findCalendarOwner(db: Database, token: string): Promise<number | null> {
  const row = await db.selectFrom('users').select('id').where('calendar_token', '=', token).executeTakeFirst()
  return row?.id ?? null
}

/** First calls of a person that are planned and not dialled, with the schedule they are of. */
export async function plannedFirstCalls(
  db: Database,
  userId: number,
): Promise<{ scheduleId: number; dueAt: Instant }[]> {
  const rows = await db
    .selectFrom('calls')
    .innerJoin('occurrences', 'occurrences.id', 'calls.occurrence_id')
    .select(['occurrences.schedule_id', 'calls.due_at'])
    .where('calls.user_id', '=', userId)
    .where('calls.kind', '=', 'first')
    .where('calls.stage', 'in', UNDIALLED)
    .execute()
  return rows.flatMap(({ schedule_id, due_at }) =>
    schedule_id === null ? [] : [{ scheduleId: schedule_id, dueAt: due_at.getTime() }],
  )
}
