import { sql } from 'kysely'
import type { Instant } from '@reveille/core/time-zone'
import type { ScheduleRow } from './tables.ts'
import type { Tx } from './transaction.ts'

/** Schedules whose cursor is before `until`, earliest first; those that somebody else holds are left to them. */
export function lockSchedulesDue(tx: Tx, until: Instant, limit: number): Promise<ScheduleRow[]> {
  return tx
    .selectFrom('schedules')
    .selectAll()
    .where('next_due_at', '<', new Date(until))
    .orderBy('next_due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

export type MovedCursor = { id: number; nextDueAt: Instant | null; clockNoticeAt: Instant | null }

/** Moves the planner's cursors, many in one statement. */
export async function moveCursors(tx: Tx, moved: readonly MovedCursor[]): Promise<void> {
  if (moved.length === 0) return
  await sql`
    update schedules set next_due_at = moved.due, clock_notice_at = moved.notice
    from unnest(
      ${moved.map(({ id }) => id)}::bigint[],
      ${moved.map(({ nextDueAt }) => date(nextDueAt))}::timestamptz[],
      ${moved.map(({ clockNoticeAt }) => date(clockNoticeAt))}::timestamptz[]
    ) as moved (id, due, notice)
    where schedules.id = moved.id
  `.execute(tx)
}

/** Where the planner goes on after a change; a one-time schedule without a moment keeps the one that it had. */
export function setCursor(
  tx: Tx,
  schedule: Pick<ScheduleRow, 'id' | 'one_time_at'>,
  { nextDueAt, oneTimeAt, now }: { nextDueAt: Instant | null; oneTimeAt: Instant | null; now: Instant },
): Promise<ScheduleRow> {
  return tx
    .updateTable('schedules')
    .set({
      next_due_at: date(nextDueAt),
      one_time_at: date(oneTimeAt) ?? schedule.one_time_at,
      updated_at: new Date(now),
    })
    .where('id', '=', schedule.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const date = (at: Instant | null) => (at === null ? null : new Date(at))
