import type { Instant } from '@reveille/core/time/time-zone'
import { sql, type Insertable } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { timestamp } from '../platform/database/value-types.ts'

/** Covers deleted accounts too, in one statement, so that the time it takes reveals nothing. */
export async function findStopped(
  db: Database,
  kind: 'texts' | 'calls',
  { phone, phoneHash }: { phone: string; phoneHash: string },
): Promise<boolean> {
  const { rows } = await sql<{ stopped: boolean }>`
    select exists (select from opt_outs where phone = ${phone} and kind = ${kind})
      or exists (select from kept_opt_outs where phone_hash = ${phoneHash} and kind = ${kind}) as stopped
  `.execute(db)
  return rows[0]?.stopped === true
}

/** Idempotent. */
export const recordTextsStopped = (db: Database, phone: string, now: Instant): Promise<void> =>
  recordStopped(db, { phone, kind: 'texts', opted_out_at: new Date(now) })

/**
 * Idempotent. `paused`: the schedules that an undo resumes; null when no undo is possible, as after 0 0, which also
 * ends an earlier one.
 */
export const recordCallsStopped = (
  db: Database,
  phone: string,
  now: Instant,
  paused: number[] | null = null,
): Promise<void> => recordStopped(db, { phone, kind: 'calls', opted_out_at: new Date(now), paused })

async function recordStopped(db: Database, stopped: Insertable<Tables['opt_outs']>): Promise<void> {
  await db
    .insertInto('opt_outs')
    .values(stopped)
    .onConflict((conflict) => conflict.columns(['phone', 'kind']).doUpdateSet({ paused: null }))
    .execute()
}

/** Whether this number refuses code calls from anyone but its owner. */
export async function findCodeCallsStopped(db: Database, phoneHash: string): Promise<boolean> {
  const stopped = db.selectFrom('code_call_stops').select('phone_hash').where('phone_hash', '=', phoneHash)
  return (await stopped.executeTakeFirst()) !== undefined
}

/** Permanent; idempotent. */
export async function recordCodeCallsStopped(db: Database, phoneHash: string, now: Instant): Promise<void> {
  await db
    .insertInto('code_call_stops')
    .values({ phone_hash: phoneHash, stopped_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** START reverses STOP for any account; idempotent. */
export async function removeTextsStopped(db: Database, phone: string, phoneHash: string): Promise<void> {
  await db.deleteFrom('opt_outs').where('phone', '=', phone).where('kind', '=', 'texts').execute()
  await db.deleteFrom('kept_opt_outs').where('phone_hash', '=', phoneHash).where('kind', '=', 'texts').execute()
}

/** A code to the number turned its calls back on. */
export async function removeCallsStopped(db: Database, phone: string): Promise<void> {
  await db.deleteFrom('opt_outs').where('phone', '=', phone).where('kind', '=', 'calls').execute()
}

/** Undoes a stop made after `since`, and returns the schedules it paused; null if it can't be undone. */
export async function undoCallsStopped(tx: Tx, phone: string, since: Instant): Promise<number[] | null> {
  const undone = await tx
    .deleteFrom('opt_outs')
    .where('phone', '=', phone)
    .where('kind', '=', 'calls')
    .where('paused', 'is not', null)
    .where('opted_out_at', '>', timestamp(since))
    .returning('paused')
    .executeTakeFirst()
  return undone?.paused ?? null
}

/** Restores the opt-outs that a deleted account left under the number's hash. */
export async function recallOptOuts(db: Database, phone: string, phoneHash: string): Promise<void> {
  await sql`
    with kept as (delete from kept_opt_outs where phone_hash = ${phoneHash} returning kind, opted_out_at)
    insert into opt_outs (phone, kind, opted_out_at)
    select ${phone}, kind, opted_out_at from kept on conflict do nothing
  `.execute(db)
}
