import type { MailChoice, Notice } from '@reveille/core/notices/notice'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { raisedVersion, timestamp } from '../platform/database/value-types.ts'

/** Returns its id. `detail` holds the values in its text. */
export async function insertNotice(
  tx: Tx,
  notice: { userId: number; kind: string; detail: Record<string, unknown>; createdAt: Instant },
): Promise<number> {
  const { id } = await tx
    .insertInto('notices')
    .values({
      user_id: notice.userId,
      kind: notice.kind,
      detail: JSON.stringify(notice.detail),
      created_at: new Date(notice.createdAt),
      read_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whether this person got a notification of this kind after `since`. */
export async function wasTold(
  tx: Tx,
  userId: number,
  { kind, since }: { kind: Notice['kind']; since: Instant },
): Promise<boolean> {
  const told = tx.selectFrom('notices').select('id').where('user_id', '=', userId).where('kind', '=', kind)
  return (await told.where('created_at', '>', timestamp(since)).limit(1).executeTakeFirst()) !== undefined
}

/** Replaces the detail of the last notification of this kind, unread again. Null if none is newer than `since`. */
export async function replaceNotice(
  tx: Tx,
  { userId, kind, detail, since }: { userId: number; kind: string; detail: Record<string, unknown>; since: Instant },
): Promise<number | null> {
  const last = tx.selectFrom('notices').select('id').where('user_id', '=', userId).where('kind', '=', kind)
  const replaced = await tx
    .updateTable('notices')
    .set({ detail: JSON.stringify(detail), read_at: null })
    .where('id', '=', last.where('created_at', '>', timestamp(since)).orderBy('id', 'desc').limit(1))
    .returning('id')
    .executeTakeFirst()
  return replaced?.id ?? null
}

export async function markUnread(
  tx: Tx,
  { userId, kind, since }: { userId: number; kind: Notice['kind']; since: Instant },
): Promise<void> {
  const again = tx.updateTable('notices').set({ read_at: null }).where('user_id', '=', userId)
  await again.where('kind', '=', kind).where('created_at', '>=', timestamp(since)).execute()
}

/** A notification with the zone of its call. */
export type StoredNotice = Awaited<ReturnType<typeof listNotices>>[number]

const STORED = [
  'notices.id',
  'notices.user_id as userId',
  'notices.kind',
  'notices.detail',
  'notices.created_at as createdAt',
  'notices.read_at as readAt',
] as const

/** Stored with the notification; else that of the call at its instant, else of the latest schedule. */
const zone = sql<string | null>`coalesce(notices.detail ->> 'timezone',
  (select occurrences.timezone from occurrences where occurrences.user_id = notices.user_id
    and occurrences.due_at = to_timestamp((notices.detail ->> 'dueAt')::double precision / 1000) limit 1),
  (select schedules.timezone from schedules where schedules.user_id = notices.user_id
    order by schedules.updated_at desc limit 1))`.as('timezone')

/** With its recipient's proven address and the emails that they turned off. */
export async function findNotice(db: Database, id: number) {
  const row = await db
    .selectFrom('notices')
    .innerJoin('users', 'users.id', 'notices.user_id')
    .select(STORED)
    .select(['users.mails_off as mailsOff', zone])
    .select(sql<string | null>`case when users.email_proven then users.email end`.as('email'))
    .where('notices.id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Newest first. */
export function listNotices(db: Database, userId: number, limit: number) {
  return db
    .selectFrom('notices')
    .select(STORED)
    .select(zone)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function countUnread(db: Database, userId: number): Promise<number> {
  const { unread } = await db
    .selectFrom('notices')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(unread)
}

/** Marks this notification and all before it as read; those already read keep their time. */
export async function markRead(
  db: Database,
  { userId, upTo, now }: { userId: number; upTo: number; now: Instant },
): Promise<void> {
  await db
    .updateTable('notices')
    .set({ read_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('id', '<=', upTo)
    .where('read_at', 'is', null)
    .execute()
}

/** Idempotent. */
export async function setMailWanted(
  db: Database,
  { userId, choice, wanted, now }: { userId: number; choice: MailChoice; wanted: boolean; now: Instant },
): Promise<void> {
  const without = sql<MailChoice[]>`array_remove(mails_off, ${choice})`
  const mails_off = wanted ? without : sql<MailChoice[]>`array_append(${without}, ${choice})`
  const set = { mails_off, updated_at: new Date(now), version: raisedVersion }
  await db.updateTable('users').set(set).where('id', '=', userId).execute()
}
