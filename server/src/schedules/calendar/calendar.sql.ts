import { UNDIALLED } from '@reveille/core/calls/call-lifecycle'
import type { Schedule } from '@reveille/core/schedules/schedule'
import type { Database } from '../../platform/database/database.ts'
import { hashOfSecret } from '../../platform/secrets.ts'
import { SCHEDULE } from '../schedules.sql.ts'

/** Null when this secret opens no calendar, or an owner has blocked its person. */
export async function findCalendarOwner(db: Database, token: string): Promise<number | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('calendar_hash', '=', hashOfSecret(token))
    .where('blocked_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** A person's planned first calls that haven't been dialed, with their schedules. */
export async function plannedFirstCalls(db: Database, userId: number) {
  const rows = await db
    .selectFrom('calls')
    .innerJoin('occurrences', 'occurrences.id', 'calls.occurrence_id')
    .select(['occurrences.schedule_id as scheduleId', 'calls.due_at as dueAt'])
    .where('calls.user_id', '=', userId)
    .where('calls.kind', '=', 'first')
    .where('calls.stage', 'in', UNDIALLED)
    .execute()
  return rows.flatMap(({ scheduleId, dueAt }) => (scheduleId === null ? [] : [{ scheduleId, dueAt }]))
}

/** Everybody's schedules that aren't over. */
export function everySchedule(db: Database): Promise<Schedule[]> {
  return db.selectFrom('schedules').select(SCHEDULE).where('schedules.ended_at', 'is', null).execute()
}
