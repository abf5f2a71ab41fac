import type { Instant } from '@reveille/core/time/time-zone'
import { sql, type Insertable } from 'kysely'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { timestamp } from '../platform/database/value-types.ts'
import { keyedHash } from '../platform/secrets.ts'
import { isProvenByCall } from './people.sql.ts'

type Keyed = Pick<Config, 'optOutSecret'>

/** What we keep of a deleted account's number: enough to recognize it, not to read it. */
export function hashOfPhone({ optOutSecret }: Keyed, phone: string): string {
  return keyedHash(optOutSecret, 'opted-out phone', phone)
}

/** Covers deleted accounts too, in one statement, so that the time it takes reveals nothing. */
export async function hasStopped(
  db: Database,
  config: Keyed,
  kind: 'texts' | 'calls',
  phone: string,
): Promise<boolean> {
  const { rows } = await sql<{ stopped: boolean }>`
    select exists (select from opt_outs where phone = ${phone} and kind = ${kind})
      or exists (select from kept_opt_outs where phone_hash = ${hashOfPhone(config, phone)} and kind = ${kind}) as stopped
  `.execute(db)
  return rows[0]?.stopped === true
}

/**
 * Whether we may send a text that nobody just requested: texts are on, the owner didn't stop them, and a text has
 * reached the number. One proven only by a call may be a landline. A code goes wherever it is requested.
 */
export async function mayBeTexted(
  db: Database,
  config: Keyed & Pick<Config, 'texts'>,
  phone: string,
): Promise<boolean> {
  return config.texts && !(await hasStopped(db, config, 'texts', phone)) && !(await isProvenByCall(db, phone))
}

/** Idempotent. */
export const recordTextsStopped = (db: Database, phone: string, now: Instant): Promise<void> =>
  recordStopped(db, { phone, kind: 'texts', opted_out_at: new Date(now) })

/** `paused`: the schedules that an undo resumes; null: none is possible, as after 0 0, which ends an earlier one. */
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
export async function startTexts(db: Database, config: Keyed, phone: string): Promise<void> {
  const phoneHash = hashOfPhone(config, phone)
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

/** Restores the opt-outs that a deleted account left under the number's hash, because the number is verified again. */
export async function recallStopped(db: Database, config: Keyed, phone: string): Promise<void> {
  await sql`
    with kept as (delete from kept_opt_outs where phone_hash = ${hashOfPhone(config, phone)} returning kind, opted_out_at)
    insert into opt_outs (phone, kind, opted_out_at)
    select ${phone}, kind, opted_out_at from kept on conflict do nothing
  `.execute(db)
}
