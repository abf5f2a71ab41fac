import { sql } from 'kysely'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from './platform/database/database.ts'

/** Whether it is somebody's turn to do `work` again: true for one worker in each `everyMs`, over all of them. */
export async function takeTurn(db: Database, work: string, now: Instant, everyMs: number): Promise<boolean> {
  const { rows } = await sql`
    insert into installation (key, value) values (${`turn: ${work}`}, ${String(now)})
    on conflict (key) do update set value = excluded.value where installation.value::bigint <= ${now - everyMs}
    returning key
  `.execute(db)
  return rows.length > 0
}

/** One-time codes asked for before this instant, and proofs and sessions that are over. Counts of limits clear themselves. */
export async function deleteSpent(db: Database, { codesBefore, now }: { codesBefore: Instant; now: Instant }) {
  await db.deleteFrom('one_time_codes').where('created_at', '<', new Date(codesBefore)).execute()
  await db.deleteFrom('spent_proofs').where('expires_at', '<=', new Date(now)).execute()
  await db.deleteFrom('sessions').where('expire', '<=', new Date(now)).execute()
}

/** What is kept for a while and then for nobody. */
export async function deleteOld(
  db: Database,
  before: { timelines: Instant; notices: Instant; browsers: Instant; formerEmails: Instant },
): Promise<void> {
  await db.deleteFrom('call_events').where('at', '<', new Date(before.timelines)).execute()
  await db.deleteFrom('notices').where('created_at', '<', new Date(before.notices)).execute()
  await db.deleteFrom('known_browsers').where('signed_in_at', '<', new Date(before.browsers)).execute()
  await db.deleteFrom('former_emails').where('left_at', '<', new Date(before.formerEmails)).execute()
}

/** Accounts made before `before` whose phone was never verified and that nobody is signed in to now. */
export async function neverVerified(
  db: Database,
  { before, now, limit }: { before: Instant; now: Instant; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('phone', 'is', null)
    .where('created_at', '<', new Date(before))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sessions')
            .select('sid')
            .whereRef('sessions.user_id', '=', 'users.id')
            .where('sessions.expire', '>', new Date(now)),
        ),
      ),
    )
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
