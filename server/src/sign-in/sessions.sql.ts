import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/transaction.ts'

/** Who is signed in, and what the list of sessions shows of it (AUTH-9). */
export type Session = {
  userId: number
  remembered: boolean
  signedInAt: Instant
  lastSeenAt: Instant
  /** The browser in its own words, shortened. */
  browser: string
  /** When a code to their own address last proved that it is still this person; missing when none did since the sign-in. */
  provenAt?: Instant
}

/** Keeps a session under the hash of its id until `endsAt`. */
export async function insertSession(tx: Tx, idHash: string, session: Session, endsAt: Instant): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({ sid: idHash, sess: JSON.stringify(session), expire: new Date(endsAt) })
    .execute()
}

/** The session of this id; null when there is none or it has ended. */
export async function findSession(db: Database, idHash: string, now: Instant): Promise<Session | null> {
  const row = await db
    .selectFrom('sessions')
    .select('sess')
    .where('sid', '=', idHash)
    .where('expire', '>', new Date(now))
    .executeTakeFirst()
  return (row?.sess as Session | undefined) ?? null
}

/** Those of these sessions that have not ended, by the hash of their ids. */
export async function whichSessionsLive(
  db: Database,
  idHashes: readonly string[],
  now: Instant,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sessions')
    .select('sid')
    .where('sid', 'in', idHashes)
    .where('expire', '>', new Date(now))
    .execute()
  return new Set(rows.map(({ sid }) => sid))
}

/** Every session of a person that has not ended, the one seen last first. */
export async function listSessions(db: Database, userId: number, now: Instant) {
  const rows = await db
    .selectFrom('sessions')
    .select(['sid', 'sess', 'expire'])
    .where('user_id', '=', userId)
    .where('expire', '>', new Date(now))
    .orderBy(sql`(sess ->> 'lastSeenAt')::bigint`, 'desc')
    .execute()
  return rows.map(({ sid, sess, expire }) => ({ idHash: sid, endsAt: expire.getTime(), ...(sess as Session) }))
}

/** Remembers that the session was in use. */
export async function touchSession(db: Database, idHash: string, now: Instant): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ sess: sql<string>`jsonb_set(sess, '{lastSeenAt}', to_jsonb(${now}::bigint))` })
    .where('sid', '=', idHash)
    .execute()
}

/** Remembers that the person of this session was proven to be themselves. */
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

/** Ends every session of a person but one. */
export async function deleteOtherSessions(db: Database, userId: number, keptIdHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('sid', '<>', keptIdHash).execute()
}

/** Deletes sessions that ended by this instant. */
export async function deleteEndedSessions(db: Database, until: Instant): Promise<void> {
  await db.deleteFrom('sessions').where('expire', '<=', new Date(until)).execute()
}
