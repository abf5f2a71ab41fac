import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/transaction.ts'

/** Which of our numbers this phone's owner knows. Null for a stranger; `callerNumber` is null if none is stored. */
export async function findCallerNumber(db: Database, phone: string): Promise<{ callerNumber: string | null } | null> {
  const { rows } = await sql<{ caller_number: string | null }>`
    select caller_number from users where phone = ${phone} and phone_verified
    union all select caller_number from users where second_phone = ${phone} and second_phone_verified
    limit 1`.execute(db)
  const [row] = rows
  return row === undefined ? null : { callerNumber: row.caller_number }
}

/** Null if none is stored yet. */
export async function readCallerNumber(db: Database, userId: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('caller_number').where('id', '=', userId).executeTakeFirst()
  return row?.caller_number ?? null
}

/** Only once, before the person's first phone is verified. For older accounts there is `keepFirstNumber`. */
export async function keepCallerNumber(
  tx: Tx,
  { userId, callerNumber }: { userId: number; callerNumber: string },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ caller_number: callerNumber })
    .where('id', '=', userId)
    .where('caller_number', 'is', null)
    .where('phone_verified', '=', false)
    .execute()
}

const AT_ONCE = 1_000

/**
 * Stores the first number for people who have a phone but no caller number: we had only one number, or an older
 * version, when they verified it. Works in batches and skips locked rows.
 */
export async function keepFirstNumber(db: Database, first: string): Promise<void> {
  await sql`
    update users set caller_number = ${first} where caller_number is null and id in (
      select id from users where caller_number is null and phone_verified
      order by id limit ${sql.lit(AT_ONCE)} for no key update skip locked)`.execute(db)
}
