import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import { mayBeCalledSql } from '../people/callable.sql.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/transaction.ts'

/** A minute, by its start, and how many first calls are due in it. */
export type Minute = { at: Instant; calls: number }

/** Schedules whose next call will come if nothing changes; `users` is its person. */
const comingCalls = sql`schedules join users on users.id = schedules.user_id
  where schedules.is_active and not (schedules.next_due_at = any(schedules.skipped_calls)) and ${mayBeCalledSql}`

const minute = sql`date_trunc('minute', schedules.next_due_at)`

/**
 * The minutes with more than `most` first calls due, earliest first. Counts cursors first, and checks whether each
 * person may be called only where there are that many.
 */
export async function crowdedMinutes(
  db: Database,
  { from, until, most }: { from: Instant; until: Instant; most: number },
): Promise<Minute[]> {
  const { rows } = await sql<Minute>`
    with busy as (
      select ${minute} as at from schedules
      where next_due_at >= ${new Date(from)} and next_due_at < ${new Date(until)} group by 1 having count(*) > ${most}
    )
    select busy.at, (select count(*) from ${comingCalls} and schedules.next_due_at >= busy.at
      and schedules.next_due_at < busy.at + interval '1 minute')::float8 as calls
    from busy order by 1
  `.execute(db)
  return rows.filter(({ calls }) => calls > most)
}

/** A call in a crowded minute whose person must be told. */
export type CrowdedCall = { userId: number; dueAt: Instant; timezone: string; isRecurring: boolean }

/** People with a call in this minute who weren't told of a crowded one since `since`, one call each. */
export async function untoldInMinute(
  tx: Tx,
  { at, since, limit }: { at: Instant; since: Instant; limit: number },
): Promise<CrowdedCall[]> {
  const { rows } = await sql<CrowdedCall>`
    select distinct on (users.id) users.id as "userId", schedules.next_due_at as "dueAt", schedules.timezone,
      schedules.is_recurring as "isRecurring"
    from ${comingCalls} and schedules.next_due_at >= ${new Date(at)}
      and schedules.next_due_at < ${new Date(at)}::timestamptz + interval '1 minute'
      and not exists (select 1 from notices where notices.user_id = users.id and notices.kind = 'minute-crowded'
        and notices.created_at > ${new Date(since)})
    order by users.id, schedules.next_due_at limit ${limit}
  `.execute(tx)
  return rows
}
