import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/transaction.ts'

/** Null when the address has an account, even one created at the same moment. */
export async function insertAccount(
  tx: Tx,
  { email, emailProven, name, now }: { email: string; emailProven: boolean; name: string; now: Instant },
): Promise<number | null> {
  const at = new Date(now)
  const row = await tx
    .insertInto('users')
    .values({ email, email_proven: emailProven, name, phone: null, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The person to welcome, for the first caller; null for every later one. */
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
