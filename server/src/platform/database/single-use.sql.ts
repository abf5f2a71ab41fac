import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from './database.ts'

/** Spends a single-use token: true the first time, then false. Keeps it until `expiresAt`, when it's refused anyway. */
export async function spendToken(db: Database, hash: string, expiresAt: Instant): Promise<boolean> {
  const row = await db
    .insertInto('spent_proofs')
    .values({ hash, expires_at: new Date(expiresAt) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}
