import { zoneDataVersion, type Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { ScheduleRow } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/transaction.ts'

/**
 * Schedules whose cursor is before `until`, earliest first; those that somebody else holds are left to them, and those
 * whose cursor older zone data computed are first planned anew.
 */
export function lockSchedulesDue(tx: Tx, until: Instant, limit: number): Promise<ScheduleRow[]> {
  return tx
    .selectFrom('schedules')
    .selectAll()
    .where('next_due_at', '<', new Date(until))
    .where('zone_data', '>=', zoneDataVersion)
    .orderBy('next_due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Active schedules that were planned by older zone data than ours and whose cursor is before `until`, earliest first. */
export function listOutdatedDue(db: Database, until: Instant, limit: number): Promise<Planned[]> {
  return db
    .selectFrom('schedules')
    .select(['id', 'user_id'])
    .where('next_due_at', '<', new Date(until))
    .where(isOutdated)
    .orderBy('next_due_at')
    .limit(limit)
    .execute()
}

/** All of them, in the order of their ids, those after `after`. */
export function listOutdated(db: Database, after: number, limit: number): Promise<Planned[]> {
  return db
    .selectFrom('schedules')
    .select(['id', 'user_id'])
    .where('id', '>', after)
    .where(isOutdated)
    .orderBy('id')
    .limit(limit)
    .execute()
}

type Planned = Pick<ScheduleRow, 'id' | 'user_id'>

/** Editions sort by their names: '2026f' is older than '2027a'. */
const isOutdated = sql<boolean>`zone_data < ${zoneDataVersion} and is_active and ended_at is null`

export type MovedCursor = { id: number; nextDueAt: Instant | null; clockNoticeAt: Instant | null }

/** Moves the planner's cursors, many in one statement. */
export async function moveCursors(tx: Tx, moved: readonly MovedCursor[]): Promise<void> {
  if (moved.length === 0) return
  await sql`
    update schedules set next_due_at = moved.due, clock_notice_at = moved.notice, zone_data = ${zoneDataVersion}
    from unnest(
      ${moved.map(({ id }) => id)}::bigint[],
      ${moved.map(({ nextDueAt }) => date(nextDueAt))}::timestamptz[],
      ${moved.map(({ clockNoticeAt }) => date(clockNoticeAt))}::timestamptz[]
    ) as moved (id, due, notice)
    where schedules.id = moved.id
  `.execute(tx)
}

/**
 * Where the planner goes on after a change, and what it leaves out, by our zone data; a one-time schedule without a moment
 * keeps the one that it had.
 */
export function setCursor(
  tx: Tx,
  schedule: Pick<ScheduleRow, 'id' | 'one_time_at'>,
  {
    nextDueAt,
    oneTimeAt,
    skips,
    now,
  }: { nextDueAt: Instant | null; oneTimeAt: Instant | null; skips: readonly Instant[]; now: Instant },
): Promise<ScheduleRow> {
  return tx
    .updateTable('schedules')
    .set({
      next_due_at: date(nextDueAt),
      zone_data: zoneDataVersion,
      skipped_calls: skips.map((at) => new Date(at)),
      one_time_at: date(oneTimeAt) ?? schedule.one_time_at,
      updated_at: new Date(now),
    })
    .where('id', '=', schedule.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const date = (at: Instant | null) => (at === null ? null : new Date(at))
