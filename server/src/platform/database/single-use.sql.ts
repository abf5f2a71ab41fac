import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from './database.ts'

/** Uses a proof up: true for the first one who brings it, false ever after. Kept until it would be refused for its age. */
export async function spendProof(db: Database, hash: string, expiresAt: Instant): Promise<boolean> {
  const row = await db
    .insertInto('spent_proofs')
    .values({ hash, expires_at: new Date(expiresAt) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes proofs that would be refused for their age by this instant. */
export async function deleteExpiredProofs(db: Database, until: Instant): Promise<void> {
  await db.deleteFrom('spent_proofs').where('expires_at', '<=', new Date(until)).execute()
}
