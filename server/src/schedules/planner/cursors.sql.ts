import type { Schedule } from '@reveille/core/schedules/schedule'
import { zoneDataVersion, type Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { dueRows } from '../../platform/database/due-rows.sql.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { dateOrNull, timestamp } from '../../platform/database/value-types.ts'
import { SCHEDULE } from '../schedules.sql.ts'

/**
 * Schedules whose cursor is before `until`, earliest first. Skips locked rows and cursors computed by older zone data,
 * which must be recomputed first.
 */
export async function lockSchedulesDue(tx: Tx, until: Instant, limit: number): Promise<Schedule[]> {
  const locked = await tx
    .selectFrom('schedules')
    .select('id')
    .where('next_due_at', '<', timestamp(until))
    .where('zone_data', '>=', zoneDataVersion)
    .orderBy('next_due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  if (locked.length === 0) return []
  // A second statement sees days off that were committed before the locks were taken.
  const ids = locked.map(({ id }) => id)
  return tx.selectFrom('schedules').select(SCHEDULE).where('id', 'in', ids).orderBy('next_due_at').execute()
}

/** Active schedules planned by older zone data whose cursor is before `until`, earliest first. */
export const listOutdatedDue = (db: Database, until: Instant, limit: number) =>
  outdated(db, limit).where('next_due_at', '<', timestamp(until)).orderBy('next_due_at').execute()

/** All of them by id, starting after `after`. */
export const listOutdated = (db: Database, after: number, limit: number) =>
  outdated(db, limit).where('id', '>', after).orderBy('id').execute()

const outdated = (db: Database, limit: number) =>
  db.selectFrom('schedules').select(['id', 'user_id as userId']).where(isOutdated).limit(limit)

/** Editions sort by name: '2026f' is older than '2027a'. */
const isOutdated = sql<boolean>`zone_data < ${zoneDataVersion} and is_active and ended_at is null`

/** `eveNoticeAt`: when to tell the person about that call, the evening before; null for no notice. */
export type MovedCursor = { id: number; nextDueAt: Instant | null; eveNoticeAt: Instant | null }

export async function moveCursors(tx: Tx, moved: readonly MovedCursor[]): Promise<void> {
  if (moved.length === 0) return
  await sql`
    update schedules set next_due_at = moved.due, clock_notice_at = moved.notice, zone_data = ${zoneDataVersion}
    from unnest(
      ${moved.map(({ id }) => id)}::bigint[],
      ${moved.map(({ nextDueAt }) => dateOrNull(nextDueAt))}::timestamptz[],
      ${moved.map(({ eveNoticeAt }) => dateOrNull(eveNoticeAt))}::timestamptz[]
    ) as moved (id, due, notice)
    where schedules.id = moved.id
  `.execute(tx)
}

/**
 * Claims, once each, the schedules whose owners must now be told about their next call. One worker at a time: two could
 * each tell a person with two schedules.
 */
export async function takeEveNotices(tx: Tx, now: Instant, limit: number): Promise<Schedule[]> {
  const { rows } = await sql<{ ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('evening before', 0)) as ours
  `.execute(tx)
  if (!rows[0]!.ours) return []
  return tx
    .updateTable('schedules')
    .set({ clock_notice_at: null })
    .where('id', 'in', dueRows('schedules', 'clock_notice_at', { now, limit }))
    .returning(SCHEDULE)
    .execute()
}
