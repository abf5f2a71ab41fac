import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from './database.ts'
import { timestamp } from './value-types.ts'

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

export async function deleteExpiredTokens(db: Database, until: Instant): Promise<void> {
  await db.deleteFrom('spent_proofs').where('expires_at', '<=', timestamp(until)).execute()
}
