import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from './database.ts'
import { timestamp } from './value-types.ts'

/** Spends a single-use token: true the first time, then false. Kept until `expiresAt`, when it would be refused anyway. */
export async function spendToken(db: Database, hash: string, expiresAt: Instant): Promise<boolean> {
  const row = await db
    .insertInto('spent_proofs')
    .values({ hash, expires_at: new Date(expiresAt) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes tokens that have expired by this instant. */
export async function deleteExpiredTokens(db: Database, until: Instant): Promise<void> {
  await db.deleteFrom('spent_proofs').where('expires_at', '<=', timestamp(until)).execute()
}
