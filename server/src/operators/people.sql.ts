import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import { mayBeCalledSql } from '../people/callable.sql.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { timestamp } from '../platform/database/value-types.ts'
import { MORNING, type Morning } from './mornings.sql.ts'

/**
 * Whether an owner paused this person's calls, and the pause still holds. Its stop and its event have the same instant.
 * Once somebody else has the number, the stop is theirs.
 */
const isPausedByOwner = sql<boolean>`exists (
  select from opt_outs join account_events on account_events.at = opt_outs.opted_out_at
  where users.phone_verified and opt_outs.phone = users.phone and opt_outs.kind = 'calls' and opt_outs.paused is not null
    and account_events.user_id = users.id and account_events.kind = 'owner-acted' and account_events.detail = 'paused'
)`

const PERSON = [
  'users.id',
  'users.name',
  'users.email',
  'users.phone',
  'users.phone_verified as phoneVerified',
  'users.created_at as createdAt',
  'users.is_owner as isOwner',
  'users.blocked_at as blockedAt',
  mayBeCalledSql.as('isCallable'),
  isPausedByOwner.as('isPaused'),
  sql<boolean>`exists (select from personalizations where personalizations.user_id = users.id)`.as('hasPreferences'),
] as const

export type ListedPerson = Awaited<ReturnType<typeof listPeople>>[number]

export function listPeople(db: Database, { offset, limit }: { offset: number; limit: number }) {
  return db.selectFrom('users').select(PERSON).orderBy('users.id').offset(offset).limit(limit).execute()
}

export async function findPerson(db: Database, id: number): Promise<ListedPerson | null> {
  return (await db.selectFrom('users').select(PERSON).where('users.id', '=', id).executeTakeFirst()) ?? null
}

/** Everybody who may be called, and how many people there are. */
export async function everyone(db: Database): Promise<{ total: number; callable: number[] }> {
  const rows = await db
    .selectFrom('users')
    .select(['users.id', mayBeCalledSql.as('isCallable')])
    .execute()
  return { total: rows.length, callable: rows.filter(({ isCallable }) => isCallable).map(({ id }) => id) }
}

/** Each person's last morning that was due, sample calls left out. */
export async function lastMornings(
  db: Database,
  userIds: readonly number[],
  { since, now }: { since: Instant; now: Instant },
): Promise<Map<number, Morning>> {
  const rows = await db
    .selectFrom('occurrences')
    .distinctOn('user_id')
    .select(['user_id as userId', ...MORNING])
    .where('user_id', 'in', userIds)
    .where('is_sample', '=', false)
    .where('due_at', '>=', timestamp(since))
    .where('due_at', '<=', timestamp(now))
    .orderBy('user_id')
    .orderBy('due_at', 'desc')
    .execute()
  return new Map(rows.map(({ userId, ...morning }) => [userId, morning]))
}

/** Each person's minutes on the phone since then, with each call rounded up. */
export async function minutesCalled(
  db: Database,
  userIds: readonly number[],
  since: Instant,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('calls')
    .select(['user_id as userId', sql<number>`sum(ceil(duration_s / 60.0))::int`.as('minutes')])
    .where('user_id', 'in', userIds)
    .where('answered_at', '>=', timestamp(since))
    .where('duration_s', 'is not', null)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ userId, minutes }) => [userId, minutes]))
}

/** When an owner paused a person's calls, if that still holds. */
export async function pausedAt(tx: Tx, userId: number): Promise<Instant | null> {
  const { rows } = await sql<{ at: Instant }>`
    select opted_out_at as at from users join opt_outs on opt_outs.phone = users.phone and kind = 'calls'
    where users.id = ${userId} and ${isPausedByOwner}
  `.execute(tx)
  return rows[0]?.at ?? null
}
