import type { Tokens } from '@reveille/contract/tokens'
import { MOST_SCHEDULES } from '@reveille/core/schedules/schedule-limit'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { iso } from './signals.sql.ts'

export async function listTokens(db: Database, userId: number): Promise<Tokens> {
  const { rows } = await sql<
    Tokens[number]
  >`select id, name, ${iso(sql`added_at`)} as "addedAt", ${iso(sql`last_used_at`)} as "lastUsedAt"
    from tokens where user_id = ${userId} order by id`.execute(db)
  return rows
}

type NewToken = { userId: number; name: string; hash: string; now: Instant }

export async function insertToken(tx: Tx, { userId, name, hash, now }: NewToken): Promise<void> {
  await sql`insert into tokens (user_id, name, secret_hash, added_at)
    values (${userId}, ${name}, ${hash}, ${new Date(now)})`.execute(tx)
}

export async function deleteToken(tx: Tx, { userId, id }: { userId: number; id: number }): Promise<boolean> {
  return (await sql`delete from tokens where id = ${id} and user_id = ${userId}`.execute(tx)).numAffectedRows === 1n
}

type Holder = { id: number; userId: number }

/** The token's person, unless an owner has blocked them. Records its last use to the minute. */
export async function useToken(db: Database, hash: string, now: Instant): Promise<Holder | null> {
  const { rows } = await sql<Holder>`
    with used as (update tokens set last_used_at = ${new Date(now)} where secret_hash = ${hash}
      and coalesce(last_used_at, '-infinity') < ${new Date(now - 60_000)})
    select tokens.id, user_id as "userId" from tokens join users on users.id = user_id
    where secret_hash = ${hash} and blocked_at is null`.execute(db)
  return rows[0] ?? null
}

type LastMorning = { at: Instant; timezone: string; outcome: 'up' | 'missed' | 'unconfirmed' | 'failed' }

/** A call in doubt may keep a schedule's morning open until after its next one began. */
const MOST_OPEN = 2 * MOST_SCHEDULES

/** The last occurrence with an outcome, and whether a later one is still open. */
export async function lastMorning(db: Database, userId: number, now: Instant) {
  const { rows } = await sql<LastMorning & { calling: boolean }>`
    select due_at as at, timezone, case outcome when 'answered' then 'up' else outcome end as outcome, outcome is null as calling
    from occurrences where user_id = ${userId} and due_at <= ${new Date(now)} and not is_sample and stopped_at is null
      and (outcome is null or outcome in ('answered', 'missed', 'unconfirmed', 'failed'))
    order by due_at desc limit ${MOST_OPEN + 1}`.execute(db)
  return { isCalling: rows[0]?.calling === true, last: rows.find(({ calling }) => !calling) ?? null }
}
