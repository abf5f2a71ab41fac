import type { Deliveries } from '@reveille/contract/people'
import { FAILURES } from '@reveille/core/calls/call-timeline'
import { nextUnskipped } from '@reveille/core/schedules/skipped-calls'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql, type RawBuilder } from 'kysely'
import { voicesOfCallable } from '../people/callable.sql.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { dateOrNull } from '../platform/database/value-types.ts'
import { SCHEDULE } from '../schedules/schedules.sql.ts'

type Sql = RawBuilder<unknown>
const timestamp = (at: Instant): Sql => sql`${new Date(at)}::timestamptz`
export const iso = (at: Sql): Sql => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const moment = (at: Sql, zone: Sql): Sql => sql`jsonb_build_object('at', ${iso(at)}, 'timezone', ${zone})`

/** Locks the people to check for news now. A change that hasn't committed yet is checked after its commit. */
export async function lockWatched(tx: Tx, now: Instant, limit: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`select user_id from signal_people
    where look_at <= ${timestamp(now)} order by look_at limit ${limit} for update skip locked`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

const SENTENCES: Record<string, string> = {
  ...Object.fromEntries(Object.entries(FAILURES).map(([reason, words]) => [reason, `${words}.`])),
  'no-answer': 'Nobody picked up.',
  'no-proof': 'Somebody picked up, but nothing showed that they were up.',
  'no-second-proof': "They were up, but the second check wasn't confirmed.",
}

/**
 * The news about an occurrence `o` that has come due. It wasn't due if it was withdrawn before its time. With Strict, a
 * person is up only after the second proof.
 */
const NEWS = sql`
  select 'call.due' as kind, due_at as at, '{}'::jsonb as about
    where (outcome is null or outcome_at >= due_at) and coalesce(stopped_at, due_at) >= due_at
  union all select 'call.ringing', coalesce(placed_at, ringing_at), jsonb_build_object('attempt', attempt, 'try', kind)
    from calls where occurrence_id = o.id and coalesce(placed_at, ringing_at) is not null
  union all select 'morning.up', greatest(confirmed_at, outcome_at), jsonb_build_object(
      'seconds', round(extract(epoch from confirmed_at - due_at)), 'how', case when exists (select from call_events
      join calls on calls.id = call_id where occurrence_id = o.id and call_events.kind = 'page-answered') then 'page' else 'phone' end)
    where confirmed_at is not null and (outcome = 'answered' or (outcome is null and proof <> 'strict'))
  union all select 'call.cancelled', outcome_at, '{}' where outcome in ('cancelled', 'skipped') and outcome_at >= due_at
  union all select 'morning.' || outcome, outcome_at, jsonb_build_object('reason', reason,
      'sentence', coalesce(${JSON.stringify(SENTENCES)}::jsonb ->> reason, 'The call couldn''t be placed.'))
    from (select case when outcome = 'missed' then 'no-answer' when outcome = 'failed' then coalesce((select failure from calls
      where occurrence_id = o.id order by attempt desc limit 1), 'carrier-failed')
      when confirmed_at is null then 'no-proof' else 'no-second-proof' end as reason) as why
    where outcome in ('missed', 'unconfirmed', 'failed')`

/** How long a signal is worth sending. Lights turned on hours after the call would help nobody. */
const LIFE = sql`case when kind in ('call.due', 'call.ringing') then interval '1 minute' else interval '1 day' end`

/** Each event once. Looks back more than a day, because a call in doubt may get its outcome a day late. */
export async function insertNews(tx: Tx, userIds: readonly number[], now: Instant): Promise<void> {
  await sql`
    insert into signals (user_id, kind, subject, data, created_at, expires_at, try_at)
    select o.user_id, kind, concat_ws(' ', kind, o.id, about ->> 'attempt'), ${moment(sql`due_at`, sql`timezone`)} || about,
      ${timestamp(now)}, at + ${LIFE}, ${timestamp(now)}
    from signal_people p join occurrences o on o.user_id = p.user_id cross join lateral (${NEWS}) as news
    where p.user_id = any(${userIds}::bigint[]) and not is_sample
      and due_at > ${timestamp(now)} - interval '26 hours' and due_at <= ${timestamp(now)} and at >= since and at + ${LIFE} > ${timestamp(now)}
    order by at, kind
    on conflict (subject) do nothing`.execute(tx)
}

export type NextCall = { at: Instant; timezone: string }
type Next = Map<number, NextCall>

/** Each person's next call after `now`. People who may not be called have none. */
export async function nextCalls(db: Database, userIds: readonly number[], now: Instant): Promise<Next> {
  const plannedAt = sql<Instant | null>`(select min(due_at) from occurrences where schedule_id = schedules.id
    and outcome is null and stopped_at is null and due_at > ${timestamp(now)})`.as('plannedAt')
  const all = db.selectFrom('schedules').select(SCHEDULE).select(plannedAt).where('user_id', 'in', userIds)
  const schedules = await all.where('ended_at', 'is', null).where('is_active', '=', true).execute()
  const callable = await voicesOfCallable(db, userIds)
  const next: Next = new Map()
  for (const schedule of schedules) {
    const { userId, timezone } = schedule
    const at = schedule.plannedAt ?? nextUnskipped(schedule)
    if (at !== null && at > now && callable.has(userId) && at < (next.get(userId)?.at ?? Infinity))
      next.set(userId, { at, timezone })
  }
  return next
}

/**
 * Signals a changed next call, replacing an unsent signal about it, and schedules the next check for when that call is
 * due. A call whose time has come isn't reported as canceled: it's ringing.
 */
export async function saveNextCalls(tx: Tx, userIds: readonly number[], next: Next, now: Instant): Promise<void> {
  const calls = userIds.map((id) => next.get(id))
  await sql`
    with looked as (
      select * from unnest(${userIds}::bigint[], ${calls.map((call) => dateOrNull(call?.at ?? null))}::timestamptz[],
        ${calls.map((call) => call?.timezone ?? null)}::text[]) as looked (user_id, next_at, next_timezone)
    ), changed as (
      select looked.*, p.next_at as former_at, p.next_timezone as former_timezone from looked join signal_people p using (user_id)
      where (p.next_at, p.next_timezone) is distinct from (looked.next_at, looked.next_timezone)
    ), replaced as (
      delete from signals using changed where signals.user_id = changed.user_id and subject is null and ended_at is null
    ), told as (
      insert into signals (user_id, kind, data, created_at, expires_at, try_at)
      select user_id, case when next_at is null then 'call.cancelled' else 'call.scheduled' end,
        ${moment(sql`coalesce(next_at, former_at)`, sql`coalesce(next_timezone, former_timezone)`)},
        ${timestamp(now)}, ${timestamp(now)} + interval '1 day', ${timestamp(now)}
      from changed where next_at is not null or former_at > ${timestamp(now)}
    )
    update signal_people p set look_at = coalesce(looked.next_at, 'infinity'), next_at = looked.next_at, next_timezone = looked.next_timezone
    from looked where p.user_id = looked.user_id`.execute(tx)
}

/** Signals a change in what is wrong with the setup. It concerns no person. */
export async function insertSetup(db: Database, finding: string, now: Instant): Promise<void> {
  await sql`insert into signals (kind, data, created_at, expires_at, try_at)
    select ${finding === '' ? 'setup.ok' : 'setup.degraded'}::text, jsonb_build_object('finding', ${finding}::text),
      ${timestamp(now)}, ${timestamp(now)} + interval '1 day', ${timestamp(now)}
    where ${finding} <> coalesce((select data ->> 'finding' from signals where user_id is null order by id desc limit 1), '')
  `.execute(db)
}

export type Claimed = { id: number; kind: string; tries: number; webhookId: string; body: string }

/**
 * Claims each person's earliest unsent signal, so that a person's signals stay in order. Nobody else sends it before
 * `until`, when the claim has expired. The name in it is the one that calls say, or else the full name.
 */
export async function claimSignals(db: Database, now: Instant, until: Instant, limit: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with heads as (
      select distinct on (coalesce(user_id, 0)) id, try_at from signals where ended_at is null order by coalesce(user_id, 0), id
    ), claimed as materialized (
      select id, user_id from signals where id in (select id from heads where try_at <= ${timestamp(now)} order by try_at limit ${limit})
        and ended_at is null and try_at <= ${timestamp(now)} for update skip locked
    )
    update signals set try_at = ${timestamp(until)}, tries = tries + 1
    from claimed left join users on users.id = claimed.user_id where signals.id = claimed.id
    returning signals.id, kind, tries, webhook_id as "webhookId", jsonb_build_object('type', kind, 'timestamp', ${iso(sql`signals.created_at`)},
      'data', case when users.id is null then data
        else data || jsonb_build_object('person', jsonb_build_object('id', users.id, 'name', coalesce(spoken_name, name))) end)::text as body
  `.execute(db)
  return rows
}

type Tried = { answer: string; isTaken: boolean; at: Instant }

/** Records an attempt. `at`: when the receiver accepted the signal, or when to try again. */
export async function saveTry(db: Database, id: number, { answer, isTaken, at }: Tried): Promise<void> {
  await sql`update signals set answer = ${answer}, delivered = ${isTaken}, try_at = ${timestamp(at)},
    ended_at = coalesce(${dateOrNull(isTaken ? at : null)}, ended_at) where id = ${id}`.execute(db)
}

/** Drops expired signals, or all unsent ones. Returns whether any of them was worth sending for more than a minute. */
export async function endSignals(db: Database, now: Instant, which: 'expired' | 'all'): Promise<boolean> {
  const { rows } = await sql<{ lasts: boolean }>`update signals set ended_at = ${timestamp(now)}
    where ended_at is null and (${which === 'all'} or expires_at <= ${timestamp(now)})
    returning expires_at - created_at > interval '1 hour' as lasts`.execute(db)
  return rows.some(({ lasts }) => lasts)
}

/** Latest first. */
export async function listSignals(db: Database, limit: number): Promise<Deliveries> {
  const { rows } = await sql<
    Deliveries[number]
  >`select signals.id, name, kind, ${iso(sql`signals.created_at`)} as at, tries, answer,
      case when delivered then 'delivered' when ended_at is null then 'waiting' else 'dropped' end as state
    from signals left join users on users.id = user_id order by signals.id desc limit ${limit}`.execute(db)
  return rows
}

/** Deletes signals that ended before this instant, except the newest ones and those about the setup. */
export async function deleteSignals(db: Database, before: Instant, newest: number): Promise<void> {
  await sql`delete from signals where ended_at < ${timestamp(before)} and user_id is not null
    and id not in (select id from signals order by id desc limit ${newest})`.execute(db)
}
