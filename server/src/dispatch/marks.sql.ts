import type { CarrierId, DiallingCall } from '@reveille/core/calls/call'
import { DIGITS_IN_BLOCK, EVERYWHERE } from '@reveille/core/calls/spending'
import type { CallerNumbers } from '@reveille/core/phones/check-number'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import { mayBeCalledSql, numberToRing, ringsSecondSql } from '../people/callable.sql.ts'
import type { Database } from '../platform/database/database.ts'
import { ownerLives } from './leases.sql.ts'

const HOUR_MS = 60 * 60_000

/** A number first called longer ago than this can't be part of a fraud that begins today. */
const KNOWN_AFTER_MS = 7 * 24 * HOUR_MS

/** By then a recorded call is long over, and its recording's callback should have arrived. */
const SEEK_RECORDING_AFTER_MS = 20 * 60_000

type ToMark = {
  owner: string
  ids: readonly number[]
  now: Instant
  mostCalls: { hour: number; day: number }
  /** Each call leaves from the number that its person knows, or from the first. */
  callerNumbers: CallerNumbers
  /** The number of calls that leave by the second carrier; default: none do. */
  secondNumber?: string | null
  /** Calls leave by a telephone line of one's own; those that found it busy rang nobody, and don't count. */
  isByLine?: boolean
}

/**
 * Marks calls as being dialed before the carrier is asked: after a crash we ask the carrier instead of ringing twice.
 * Marks only calls that are still leased to `owner`, whose person may be called now at the number that it is for, isn't
 * in another call, and wasn't called unusually often. A paused, skipped or deleted call stays unmarked. Each call is
 * looked up by itself, and the query planner must not turn that into joins: its statistics predate a sudden mass of
 * leases, so it would assume none and compare every call with every other.
 */
export async function markDialling(db: Database, mark: ToMark): Promise<DiallingCall[]> {
  try {
    return await markOnce(db, mark)
  } catch (error) {
    // Another call of this person was marked at the same moment, which must not make the batch's other calls late.
    if (error instanceof Error && 'constraint' in error && error.constraint === 'calls_one_line')
      return markOnce(db, mark)
    throw error
  }
}

async function markOnce(db: Database, mark: ToMark): Promise<DiallingCall[]> {
  const { owner, ids, now, callerNumbers, secondNumber = null } = mark
  const { rows } = await sql<{
    id: number
    user_id: number
    token: string
    phone: string
    carrier: CarrierId
    caller_number: string
    recorded: boolean
    due_at: Instant
    slot_at: Instant
  }>`
    with wanted as materialized (
      -- By id: the index of leased calls seems shorter, but may have thousands of entries.
      select id, user_id, occurrence_id, due_at, for_second from calls
      where id = any(${ids}::bigint[]) and stage || '' = 'leased' and lease_owner = ${owner}
      for update
    ), ready as (
      select distinct on (wanted.user_id) wanted.id, person.phone, person.rings_second, person.caller_number
      from wanted
      cross join lateral (
        select case when rings_second then second_phone else phone end as phone, rings_second, caller_number from (
          select users.phone, users.second_phone, users.caller_number, ${ringsSecondSql(sql`wanted.for_second`)} as rings_second
          from users where users.id = wanted.user_id and ${mayBeCalledSql} offset 0
        ) as callee
      ) as person
      where ${number(sql`occurrences where occurrences.id = wanted.occurrence_id and ${isWanted}`)} = 1
        and ${number(sql`calls other where other.user_id = wanted.user_id and other.holds_line`)} = 0
        and ${belowMostCalls(sql`person.phone`, mark)} and ${isNotStopped(sql`person.phone`, sql`wanted.user_id`, now)}
      order by wanted.user_id, wanted.due_at, wanted.id
    )
    update calls set stage = 'dialling', holds_line = true, marked_at = ${new Date(now)}, phone = ready.phone, rang_second = ready.rings_second,
      caller_number = case when calls.carrier = 2 then ${secondNumber} when ready.caller_number = any(${callerNumbers}::text[]) then ready.caller_number else ${callerNumbers[0]} end,
      (recorded, seek_recording_at) = (
        select consented, case when consented then ${new Date(now + SEEK_RECORDING_AFTER_MS)}::timestamptz end
        from (select ${toBeRecorded} as consented) as recording
      )
    from ready where calls.id = ready.id
    returning calls.id, calls.user_id, calls.token, calls.phone, calls.carrier, calls.caller_number, calls.recorded, calls.due_at, coalesce(calls.slot_at, calls.dial_at) as slot_at
  `.execute(db)
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    token: row.token,
    phone: row.phone,
    carrier: row.carrier,
    callerNumber: row.caller_number,
    record: row.recorded,
    dueAt: row.due_at,
    slotAt: row.slot_at,
    lateMs: 0,
    markedAt: now,
  }))
}

/** Nobody has paused, stopped or deleted its schedule, even while an earlier attempt of this call was in doubt. */
const isWanted = sql`occurrences.outcome is null and occurrences.stopped_at is null and (occurrences.is_sample
  or (select count(*) from schedules where schedules.id = occurrences.schedule_id and schedules.is_active) = 1)`

const number = (rows: ReturnType<typeof sql>) => sql`(select count(*) from ${rows})`

/** Only with consent, and always announced. Words not made yet will announce it; existing words must. */
const toBeRecorded = sql`((calls.script is null or calls.announces_recording)
  and (select count(*) from consents where consents.user_id = calls.user_id
    and consents.kind = 'recording' and consents.withdrawn_at is null) = 1)`

const belowMostCalls = (
  phone: ReturnType<typeof sql>,
  { mostCalls: most, now, isByLine = false }: Pick<ToMark, 'mostCalls' | 'now' | 'isByLine'>,
) =>
  sql`(
    select count(*) < ${most.day} and count(*) filter (where made.marked_at > ${new Date(now - HOUR_MS)}) < ${most.hour}
    from calls made where made.phone = ${phone} and made.marked_at > ${new Date(now - 24 * HOUR_MS)} ${
      isByLine ? sql`and made.failure is distinct from 'no-line'` : sql``
    }
  )`

/**
 * Whether the spending breaker lets this call pass: no stop for its account, its block of numbers or everything, unless
 * we have called the number for a week.
 */
const isNotStopped = (phone: ReturnType<typeof sql>, userId: ReturnType<typeof sql>, now: Instant) =>
  sql`(
    select count(*) = 0 from spending_stops stop
    where stop.until_at > ${new Date(now)} and stop.scope in (${EVERYWHERE}, left(${phone}, ${sql.lit(-DIGITS_IN_BLOCK)}), 'user ' || ${userId})
      and (stop.scope = 'user ' || ${userId}
        or not exists (select 1 from calls old where old.phone = ${phone} and old.marked_at < ${new Date(now - KNOWN_AFTER_MS)}))
  )`

/** Rewrite a mark this old: at thirty seconds others assume that its answer was lost (`leases.sql.ts`). */
const WRITE_MARK_AGAIN_MS = 10_000

/**
 * Renews exactly these marks for `owner`, who has a valid heartbeat. Returns the new `markedAt` of each call that is
 * still ours; the others may belong to another worker, and must not be dialed. The lock alone protects them from a
 * worker that considers us dead right now: rewriting thousands of rows would cost as much as dialing them.
 */
export async function renewMarks(
  db: Database,
  owner: string,
  marks: readonly Pick<DiallingCall, 'id' | 'markedAt'>[],
  now: Instant,
): Promise<Map<number, Instant>> {
  const { rows } = await sql<{ id: number; marked_at: Instant }>`
    with ours as materialized (
      select calls.id, calls.marked_at from unnest(
        ${marks.map(({ id }) => id)}::bigint[],
        ${marks.map(({ markedAt }) => new Date(markedAt))}::timestamptz[]
      ) as mark (id, marked_at)
      join calls on calls.id = mark.id and calls.marked_at = mark.marked_at
      where calls.stage = 'dialling' and calls.lease_owner = ${owner} and ${ownerLives(now)}
      for no key update of calls
    ), written as (
      update calls set marked_at = ${new Date(now)} from ours
      where calls.id = ours.id and ours.marked_at < ${new Date(now - WRITE_MARK_AGAIN_MS)}
      returning calls.id, calls.marked_at
    )
    select ours.id, coalesce(written.marked_at, ours.marked_at) as marked_at from ours left join written using (id)
  `.execute(db)
  return new Map(rows.map(({ id, marked_at }) => [id, marked_at]))
}

/** Why a leased call wasn't marked: `number-too-often` is its number's limit, `stopped` the spending breaker. */
export type Unmarked = {
  id: number
  dueAt: Instant
  why: 'line-busy' | 'number-too-often' | 'stopped' | 'not-callable'
}

const NUMBER_TO_RING = numberToRing(sql`calls.for_second`)

/** Why the mark passed over leased calls; omits those that are no longer leased. */
export async function findUnmarked(db: Database, mark: Omit<ToMark, 'callerNumbers'>): Promise<Unmarked[]> {
  const { owner, ids, now } = mark
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; due_at: Instant; callable: boolean; often: boolean; stopped: boolean }>`
    select calls.id, calls.due_at,
      ${mayBeCalledSql} and ${isWanted} as callable,
      not ${belowMostCalls(NUMBER_TO_RING, mark)} as often,
      not ${isNotStopped(NUMBER_TO_RING, sql`users.id`, now)} as stopped
    from calls
    join users on users.id = calls.user_id
    join occurrences on occurrences.id = calls.occurrence_id
    where calls.id = any(${ids}::bigint[]) and calls.stage = 'leased' and calls.lease_owner = ${owner}
  `.execute(db)
  return rows.map((row) => ({ id: row.id, dueAt: row.due_at, why: reasonOf(row) }))
}

function reasonOf({
  callable,
  often,
  stopped,
}: {
  callable: boolean
  often: boolean
  stopped: boolean
}): Unmarked['why'] {
  if (!callable) return 'not-callable'
  if (often) return 'number-too-often'
  // Neither refused nor too often: passed over for another call of this person.
  return stopped ? 'stopped' : 'line-busy'
}
