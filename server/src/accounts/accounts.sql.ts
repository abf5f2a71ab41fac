import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/transaction.ts'

/** What the account page shows of a person; null when there is no such account. */
export async function findAccountDetails(db: Database, userId: number) {
  const stoppedSince = (kind: 'calls' | 'texts') =>
    sql<Date | null>`(select opted_out_at from opt_outs where opt_outs.phone = users.phone and kind = ${kind})`
  const row = await db
    .selectFrom('users')
    .select(['name', 'email', 'phone', 'phone_verified', 'created_at', 'mails_off', 'calendar_token'])
    .select([stoppedSince('calls').as('calls_stopped_at'), stoppedSince('texts').as('texts_stopped_at')])
    .where('id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

export async function setName(db: Database, userId: number, name: string, now: Instant): Promise<void> {
  await db
    .updateTable('users')
    .set({ name, updated_at: new Date(now) })
    .where('id', '=', userId)
    .execute()
}

/** Gives a person another address and remembers the one before; returns that memory's id. */
export async function setEmail(
  tx: Tx,
  { userId, before, email, now }: { userId: number; before: string; email: string; now: Instant },
): Promise<number> {
  await tx
    .updateTable('users')
    .set({ email, updated_at: new Date(now) })
    .where('id', '=', userId)
    .execute()
  const { id } = await tx
    .insertInto('former_emails')
    .values({ user_id: userId, email: before, left_at: new Date(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An address that somebody left; null when it is forgotten. */
export async function findFormerEmail(db: Database, id: number): Promise<string | null> {
  const row = await db.selectFrom('former_emails').select('email').where('id', '=', id).executeTakeFirst()
  return row?.email ?? null
}

/** The secret of a person's calendar address; the one before opens nothing any more (S54). */
export async function setCalendarToken(db: Database, userId: number, token: string): Promise<void> {
  await db.updateTable('users').set({ calendar_token: token }).where('id', '=', userId).execute()
}

/** Deletes former addresses that were left before this instant. */
export async function deleteFormerEmails(db: Database, before: Instant): Promise<void> {
  await db.deleteFrom('former_emails').where('left_at', '<', new Date(before)).execute()
}

/** Accounts made before `before` whose phone was never verified and that nobody is signed in to now. */
export async function findNeverVerified(
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
