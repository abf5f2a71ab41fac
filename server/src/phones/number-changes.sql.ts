import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { timestamp } from '../platform/database/value-types.ts'
import type { Place } from './numbers.sql.ts'

type NewChange = {
  userId: number
  place: Place
  /** Null when a second number was added. */
  formerPhone: string | null
  tellsFormer: boolean
  now: Instant
}

export async function insertNumberChange(
  tx: Tx,
  { userId, place, formerPhone, tellsFormer, now }: NewChange,
): Promise<number> {
  const { id } = await tx
    .insertInto('number_changes')
    .values({
      user_id: userId,
      former_phone: formerPhone,
      is_second: place === 'second',
      tells_former: tellsFormer,
      changed_at: new Date(now),
      disowned_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whether the first number changed after `since`; with `formerPhone`, whether either number changed from that one. */
export async function wasNumberChanged(
  db: Database,
  { userId, since, formerPhone }: { userId: number; since: Instant; formerPhone?: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('number_changes')
    .select('id')
    .where('user_id', '=', userId)
    .where('changed_at', '>', timestamp(since))
    .where((eb) => (formerPhone === undefined ? eb('is_second', '=', false) : eb('former_phone', '=', formerPhone)))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * With the account's current address, null if it was never proven, and number. Null when there is no change after
 * `since`, or its account is gone.
 */
export async function findNumberChange(db: Database, id: number, since: Instant) {
  const row = await db
    .selectFrom('number_changes')
    .innerJoin('users', 'users.id', 'number_changes.user_id')
    .select(['user_id as userId', 'former_phone as formerPhone', 'is_second', 'changed_at as changedAt'])
    .select(sql<string | null>`case when users.email_proven then users.email end`.as('email'))
    .select(['users.phone', 'users.second_phone'])
    .where('number_changes.id', '=', id)
    .where('changed_at', '>', timestamp(since))
    .executeTakeFirst()
  if (row === undefined) return null
  const { is_second, second_phone, phone, ...change } = row
  const place: Place = is_second ? 'second' : 'first'
  return { ...change, place, phone: is_second ? second_phone : phone }
}

/** False when it was already disowned. */
export async function markDisowned(tx: Tx, id: number, now: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('number_changes')
    .set({ disowned_at: new Date(now) })
    .where('id', '=', id)
    .where('disowned_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
