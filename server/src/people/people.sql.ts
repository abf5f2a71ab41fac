import { sql } from 'kysely'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/transaction.ts'

/** A person as their own pages show them (AUTH-4). */
export type Account = {
  id: number
  email: string
  name: string
  phone: string | null
  phoneVerified: boolean
  isPersonalized: boolean
}

/** The account of this id or of this address; null when there is none. */
export async function findAccount(db: Database, by: { id: number } | { email: string }): Promise<Account | null> {
  const row = await db
    .selectFrom('users')
    .leftJoin('personalizations', 'personalizations.user_id', 'users.id')
    .select([
      'users.id',
      'users.email',
      'users.name',
      'users.phone',
      'users.phone_verified',
      'personalizations.user_id',
    ])
    .where((eb) => ('id' in by ? eb('users.id', '=', by.id) : eb('users.email', '=', by.email)))
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    phone: row.phone,
    phoneVerified: row.phone_verified,
    isPersonalized: row.user_id !== null,
  }
}

/** A new account; null when the address has one, also when it came into being at this very moment. */
export async function insertAccount(
  tx: Tx,
  { email, name, now }: { email: string; name: string; now: Instant },
): Promise<number | null> {
  const at = new Date(now)
  const row = await tx
    .insertInto('users')
    .values({ email, name, phone: null, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** SIGNUP-6: whom to welcome, for the first one who asks; null for everybody after. */
export async function claimWelcome(db: Database, userId: number): Promise<{ email: string; name: string } | null> {
  const row = await db
    .updateTable('users')
    .set({ welcome_email_sent: true })
    .where('id', '=', userId)
    .where('welcome_email_sent', '=', false)
    .returning(['email', 'name'])
    .executeTakeFirst()
  return row ?? null
}

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

/** Who has verified this number; null when nobody has. */
export async function findVerifiedHolder(db: Database, phone: string): Promise<number | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone)
    .where('phone_verified', '=', true)
    .executeTakeFirst()
  return row?.id ?? null
}
