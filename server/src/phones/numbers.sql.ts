import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/transaction.ts'

/**
 * Takes a number away from every other account that proved it before (PHONE-11); returns whom it was taken from.
 * One writer at a time for each number: the lock holds until the transaction ends.
 */
export async function takeNumberFromOthers(
  tx: Tx,
  { phone, userId, now }: { phone: string; userId: number; now: Instant },
): Promise<number[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${phone}, 0))`.execute(tx)
  const rows = await tx
    .updateTable('users')
    .set({ phone_verified: false, updated_at: new Date(now) })
    .where('phone', '=', phone)
    .where('phone_verified', '=', true)
    .where('id', '<>', userId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** From now on this is the person's number, in place of whichever was before. */
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
