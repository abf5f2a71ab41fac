import type { Kysely } from 'kysely'
import type { Instant } from '@reveille/core/time-zone'
import { forgetSpending } from './spending.ts'
import type { Tables } from './tables.ts'

/** A code stays a while after its time, so that whoever comes late is told that it expired (CODE-4). */
const CODE_STAYS_MS = 24 * 60 * 60_000
/** A browser is known for a year after the last sign-in with it (CODE-3). */
const BROWSER_STAYS_MS = 365 * 24 * 60 * 60_000

/** Deletes what no longer opens or proves anything: ended sessions, old codes, spent proofs and forgotten browsers. */
export async function deleteExpiredRows(db: Kysely<Tables>, now: Instant): Promise<void> {
  const ago = (ms: number) => new Date(now - ms)
  await db.deleteFrom('sessions').where('expire', '<=', ago(0)).execute()
  await db.deleteFrom('one_time_codes').where('expires_at', '<=', ago(CODE_STAYS_MS)).execute()
  await db.deleteFrom('spent_proofs').where('expires_at', '<=', ago(0)).execute()
  await db.deleteFrom('known_browsers').where('signed_in_at', '<=', ago(BROWSER_STAYS_MS)).execute()
  await forgetSpending(db, now)
}
