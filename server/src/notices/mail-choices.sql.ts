import type { MailChoice } from '@reveille/core/notices/notice'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { raisedVersion } from '../platform/database/value-types.ts'

/** Idempotent. */
export async function setMailWanted(
  db: Database,
  { userId, choice, wanted, now }: { userId: number; choice: MailChoice; wanted: boolean; now: Instant },
): Promise<void> {
  const without = sql<MailChoice[]>`array_remove(mails_off, ${choice})`
  await db
    .updateTable('users')
    .set({
      mails_off: wanted ? without : sql<MailChoice[]>`array_append(${without}, ${choice})`,
      updated_at: new Date(now),
      version: raisedVersion,
    })
    .where('id', '=', userId)
    .execute()
}
