import type { VoiceId } from '@reveille/core/speech/voices'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** Core's `callRefusal` for statements that read `users`. Counts: the mark's plan depends on single lookups. */
export const mayBeCalledSql = sql<boolean>`(users.phone_verified
  and (select count(*) from personalizations where personalizations.user_id = users.id) = 1
  and (select count(*) from opt_outs where opt_outs.phone = users.phone and opt_outs.kind = 'calls') = 0)`

/** Core's `ringsSecond` in SQL, for any statement that reads `users`. */
export const ringsSecondSql = (isForSecond: RawBuilder<unknown>) =>
  sql<boolean>`(${isForSecond} and users.second_phone_verified
  and (select count(*) from opt_outs where opt_outs.phone = users.second_phone and opt_outs.kind = 'calls') = 0)`

/** The number to dial, for any statement that reads `users`. */
export const numberToRing = (isForSecond: RawBuilder<unknown>) =>
  sql<string | null>`(case when ${ringsSecondSql(isForSecond)} then users.second_phone else users.phone end)`

/** Whether somebody has verified this number as their first or second, for any statement that reads `users`. */
export const holdsNumber = (phone: string) =>
  sql<boolean>`((users.phone = ${phone} and users.phone_verified)
    or (users.second_phone = ${phone} and users.second_phone_verified))`

/** The voice of each of these people who may be called, as stored, even if only a newer version has it. */
export async function voicesOfCallable(db: Database, userIds: readonly number[]): Promise<Map<number, VoiceId>> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('personalizations', 'personalizations.user_id', 'users.id')
    .select(['users.id', 'personalizations.voice'])
    .where('users.id', 'in', userIds)
    .where(mayBeCalledSql)
    .execute()
  return new Map(rows.map(({ id, voice }) => [id, voice]))
}

export async function isCallable(db: Database, userId: number): Promise<boolean> {
  return (await voicesOfCallable(db, [userId])).has(userId)
}

/** How many wake-up calls are under way, or due before `until`. */
export async function callsBefore(db: Database, until: Instant): Promise<number> {
  const { rows } = await sql<{ calls: number }>`
    select count(*)::int as calls from calls where stage <> 'ended' and dial_at <= ${new Date(until)}
  `.execute(db)
  return rows[0]?.calls ?? 0
}

/** Whether this number rings now or is called before `until`, for anybody: another call would keep it busy. */
export async function ringsSoon(db: Database, phone: string, until: Instant): Promise<boolean> {
  const { rows } = await sql<{ rings: boolean }>`
    select exists (
      select from calls join users on users.id = calls.user_id
      where ${holdsNumber(phone)} and calls.stage <> 'ended' and calls.dial_at <= ${new Date(until)}
    ) as rings
  `.execute(db)
  return rows[0]?.rings === true
}
