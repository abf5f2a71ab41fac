import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import { changeUser } from '../people/people.sql.ts'
import type { Database } from '../platform/database/database.ts'
import { buildOnce } from '../platform/database/prepared-driver.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { timestamp } from '../platform/database/value-types.ts'

/** The signed-in person, and what the list of sessions shows. */
export type Session = {
  userId: number
  remembered: boolean
  signedInAt: Instant
  lastSeenAt: Instant
  /** The User-Agent, shortened. */
  browser: string
  /** When a code to their own address last proved the person's identity; missing if never since sign-in. */
  provenAt?: Instant
}

export async function insertSession(tx: Tx, idHash: string, session: Session, endsAt: Instant): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({ sid: idHash, sess: JSON.stringify(session), expire: new Date(endsAt) })
    .execute()
}

const liveSession = buildOnce<{ sess: Session }, 'idHash' | 'now'>(
  sql`select sess from sessions where sid = ${'idHash'} and expire > ${'now'}`,
)

/** Null when there is none or it has ended. */
export async function findSession(db: Database, idHash: string, now: Instant): Promise<Session | null> {
  const [row] = await liveSession(db, { idHash, now: new Date(now) })
  return row?.sess ?? null
}

/** Which of these sessions, by the hash of their ids, haven't ended. */
export async function whichSessionsLive(
  db: Database,
  idHashes: readonly string[],
  now: Instant,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sessions')
    .select('sid')
    .where('sid', 'in', idHashes)
    .where('expire', '>', timestamp(now))
    .execute()
  return new Set(rows.map(({ sid }) => sid))
}

/** A person's sessions that haven't ended, most recently used first. */
export async function listSessions(db: Database, userId: number, now: Instant) {
  const rows = await db
    .selectFrom('sessions')
    .select(['sid', 'sess', 'expire'])
    .where('user_id', '=', userId)
    .where('expire', '>', timestamp(now))
    .orderBy(sql`(sess ->> 'lastSeenAt')::bigint`, 'desc')
    .execute()
  return rows.map(({ sid, sess, expire }) => ({ idHash: sid, endsAt: expire, ...(sess as Session) }))
}

export async function touchSession(
  db: Database,
  idHash: string,
  { now, endsAt }: { now: Instant; endsAt: Instant },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ sess: sql<string>`jsonb_set(sess, '{lastSeenAt}', to_jsonb(${now}::bigint))`, expire: new Date(endsAt) })
    .where('sid', '=', idHash)
    .execute()
}

export async function proveSession(db: Database, idHash: string, now: Instant): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ sess: sql<string>`jsonb_set(sess, '{provenAt}', to_jsonb(${now}::bigint))` })
    .where('sid', '=', idHash)
    .execute()
}

export async function deleteSession(db: Database, idHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('sid', '=', idHash).execute()
}

export async function deleteSessionsOf(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

export async function deleteOtherSessions(db: Database, userId: number, keptIdHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('sid', '<>', keptIdHash).execute()
}

/** Ends what opens an account without a session: tokens, the calendar's address, and passkeys added after `since`. */
export async function deleteOtherWaysIn(tx: Tx, userId: number, since: Instant): Promise<void> {
  await sql`delete from tokens where user_id = ${userId}`.execute(tx)
  await changeUser(tx, userId, { calendar_hash: null })
  await sql`delete from passkeys where user_id = ${userId} and added_at > ${new Date(since)}`.execute(tx)
}
