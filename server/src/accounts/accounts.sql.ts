import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import { agreedToLadder } from '../people/consents.sql.ts'
import { changeUser } from '../people/people.sql.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/transaction.ts'

export async function findAccountDetails(db: Database, userId: number) {
  // An unverified number may be somebody else's now, and so may what was stopped.
  const stoppedSince = (kind: 'calls' | 'texts', phone: 'phone' | 'second_phone' = 'phone') =>
    sql<Instant | null>`(select opted_out_at from opt_outs
      where ${sql.ref(`users.${phone}_verified`)} and opt_outs.phone = ${sql.ref(`users.${phone}`)} and kind = ${kind})`
  const row = await db
    .selectFrom('users')
    .select([
      'name',
      'spoken_name as spokenName',
      'email',
      'phone',
      'phone_verified as phoneVerified',
      'proven_by_call as provenByCall',
      'second_phone as secondPhone',
      'second_phone_verified as secondVerified',
      'created_at as createdAt',
      'version',
    ])
    .select(['mails_off as mailsOff', 'calendar_hash as calendarHash', 'ladder_asked_at as ladderAskedAt'])
    .select([agreedToLadder.as('agreedToLadder'), stoppedSince('texts').as('textsStoppedAt')])
    .select(stoppedSince('calls').as('callsStoppedAt'))
    .select(stoppedSince('calls', 'second_phone').as('secondStoppedAt'))
    .where('id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

type Names = { name: string } | { spoken_name: string | null }

export const setNames = (tx: Tx, userId: number, names: Names, now: Instant): Promise<void> =>
  changeUser(tx, userId, { ...names, updated_at: new Date(now) })

/** Sets a person's proven address and stores the previous one if it was proven; returns the id of that row. */
export async function setEmail(
  tx: Tx,
  { userId, before, email, now }: { userId: number; before: string | null; email: string; now: Instant },
): Promise<number | null> {
  await changeUser(tx, userId, { email, email_proven: true, updated_at: new Date(now) })
  if (before === null) return null
  const { id } = await tx
    .insertInto('former_emails')
    .values({ user_id: userId, email: before, left_at: new Date(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findFormerEmail(db: Database, id: number): Promise<string | null> {
  const row = await db.selectFrom('former_emails').select('email').where('id', '=', id).executeTakeFirst()
  return row?.email ?? null
}

/** The previous calendar URL stops working. */
export const setCalendarHash = (tx: Tx, userId: number, hash: string): Promise<void> =>
  changeUser(tx, userId, { calendar_hash: hash })

/** Accounts that never verified a phone and have no session. With `onlyId`, at most this one. */
export async function findNeverVerified(
  db: Database,
  { before, now, limit, onlyId = null }: { before: Instant; now: Instant; limit: number; onlyId?: number | null },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users where phone is null and not is_owner and created_at < ${new Date(before)}
      and (${onlyId}::bigint is null or id = ${onlyId})
      and not exists (select from sessions where sessions.user_id = users.id and expire > ${new Date(now)})
    limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}
