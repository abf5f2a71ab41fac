import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { timestamp } from '../../platform/database/value-types.ts'

/** Whether the address's owner signed in with this browser after `since`. */
export async function isKnownBrowser(
  db: Database,
  { email, browserHash, since }: { email: string; browserHash: string; since: Instant },
): Promise<boolean> {
  const row = await db
    .selectFrom('known_browsers')
    .innerJoin('users', 'users.id', 'known_browsers.user_id')
    .select('users.id')
    .where('users.email', '=', email)
    .where('known_browsers.browser_hash', '=', browserHash)
    .where('known_browsers.signed_in_at', '>', timestamp(since))
    .executeTakeFirst()
  return row !== undefined
}

export async function rememberBrowser(
  tx: Tx,
  { userId, browserHash, now }: { userId: number; browserHash: string; now: Instant },
): Promise<{ isNew: boolean }> {
  const signed_in_at = new Date(now)
  return tx
    .insertInto('known_browsers')
    .values({ user_id: userId, browser_hash: browserHash, signed_in_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'browser_hash']).doUpdateSet({ signed_in_at }))
    .returning(sql<boolean>`xmax = 0`.as('isNew')) // no transaction has replaced the row
    .executeTakeFirstOrThrow()
}
