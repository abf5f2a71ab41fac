import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { HEARTBEAT_VALID_MS } from './liveness.ts'

/** Says that a worker lives, and answers what the database's clock says. `home` is the folder it was started in. */
export async function beat(db: Database, worker: { id: string; home: string }, now: Instant): Promise<Instant> {
  const beat_at = new Date(now)
  const { database_now } = await db
    .insertInto('workers')
    .values({ ...worker, beat_at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ beat_at }))
    .returning(sql<Date>`clock_timestamp()`.as('database_now'))
    .executeTakeFirstOrThrow()
  return database_now.getTime()
}

/** A worker that stops, or one of an earlier start in the same folder, holds nothing any more. */
export async function forgetWorkers(db: Database, which: { id: string } | { home: string }): Promise<void> {
  await db
    .deleteFrom('workers')
    .where((eb) => eb.and(which))
    .execute()
}

/** Workers long gone leave no row behind. */
export async function forgetDeadWorkers(db: Database, now: Instant): Promise<void> {
  await db
    .deleteFrom('workers')
    .where('beat_at', '<', new Date(now - 24 * 60 * 60_000))
    .execute()
}

/** Whether the owner of a call has been heard of lately. */
export const ownerLives = (now: Instant) =>
  sql<boolean>`exists (select 1 from workers where workers.id = calls.lease_owner
    and workers.beat_at > ${new Date(now - HEARTBEAT_VALID_MS)})`

/** Frees what a dead worker held: it may be leased again, since it never came near the carrier. */
export async function freeLostLeases(db: Database, now: Instant): Promise<void> {
  await db
    .updateTable('calls')
    .set({ stage: 'planned', lease_owner: null })
    .where('stage', '=', 'leased')
    .where(({ not }) => not(ownerLives(now)))
    .execute()
}

/** Longer than any request for a call lasts: an answer that was not written down by then never will be. */
const DIALLING_ENDS_MS = 30_000

/**
 * What a dead worker was dialling may be ringing, and so may that of a living one who could not write the answer down: it
 * is in doubt, and the carrier is asked (CALL-3).
 */
export async function doubtLostDialling(db: Database, now: Instant): Promise<void> {
  await db
    .updateTable('calls')
    .set({ stage: 'in_doubt', lease_owner: null, ask_at: new Date(now) })
    .where('stage', '=', 'dialling')
    .where(({ eb, or, not }) => or([not(ownerLives(now)), eb('marked_at', '<', new Date(now - DIALLING_ENDS_MS))]))
    .execute()
}

export type LeasedCall = { id: number; dueAt: Instant; dialAt: Instant }

/** Claims ahead, so that a call leaves at its second and not at the next poll. A lease, so that a crash frees it. */
export async function leaseUpcoming(
  db: Database,
  { until, owner, limit }: { until: Instant; owner: string; limit: number },
): Promise<LeasedCall[]> {
  const rows = await db
    .updateTable('calls')
    .set({ stage: 'leased', lease_owner: owner })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('calls')
        .select('id')
        .where('stage', '=', 'planned')
        .where('dial_at', '<=', new Date(until))
        .orderBy('dial_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'due_at', 'dial_at'])
    .execute()
  return rows.map((row) => ({ id: row.id, dueAt: row.due_at.getTime(), dialAt: row.dial_at.getTime() }))
}

/** Gives unfired leases back: at a stop, or until `dialAt` when they cannot be dialled yet. */
export async function giveBack(db: Database, owner: string, ids: readonly number[], dialAt?: Instant): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('calls')
    .set({
      stage: 'planned',
      lease_owner: null,
      ...(dialAt === undefined ? {} : { dial_at: new Date(dialAt), slot_at: null }),
    })
    .where('id', 'in', ids)
    .where('stage', '=', 'leased')
    .where('lease_owner', '=', owner)
    .execute()
}

/** Everything that is leased to a worker and that it does not hold: all of it when it stops. */
export async function giveBackAllBut(db: Database, owner: string, held: readonly number[]): Promise<void> {
  await db
    .updateTable('calls')
    .set({ stage: 'planned', lease_owner: null })
    .where('stage', '=', 'leased')
    .where('lease_owner', '=', owner)
    .where(sql<boolean>`id <> all(${held}::bigint[])`)
    .execute()
}
