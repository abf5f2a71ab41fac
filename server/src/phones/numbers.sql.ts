import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/transaction.ts'

/**
 * Who else has proven this number (PHONE-11). One transaction at a time per number: others wait until this one ends.
 */
export async function lockOtherHolders(
  tx: Tx,
  { phone, userId }: { phone: string; userId: number },
): Promise<number[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${phone}, 0))`.execute(tx)
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone)
    .where('phone_verified', '=', true)
    .where('id', '<>', userId)
    .execute()
  return rows.map(({ id }) => id)
}

/** Their number is now somebody else's. */
export async function setNumberLost(tx: Tx, userId: number, now: Instant): Promise<void> {
  await tx
    .updateTable('users')
    .set({ phone_verified: false, updated_at: new Date(now) })
    .where('id', '=', userId)
    .execute()
}

/** Sets the person's number, replacing any previous one. */
export async function setVerifiedNumber(
  tx: Tx,
  { phone, userId, now }: { phone: string; userId: number; now: Instant },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ phone, phone_verified: true, updated_at: new Date(now) })
    .where('id', '=', userId)
    .execute()
}

/** Whether this is the number of a person's account, verified or not. */
export async function hasNumber(db: Database, { userId, phone }: { userId: number; phone: string }): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('phone', '=', phone)
    .executeTakeFirst()
  return row !== undefined
}
