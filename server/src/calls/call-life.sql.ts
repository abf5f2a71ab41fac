import type { CarrierId } from '@reveille/core/calls/call'
import { UNDIALLED, type CallLife } from '@reveille/core/calls/call-lifecycle'
import type { CallEventKind } from '@reveille/core/calls/call-timeline'
import { CUT_OFF_MS } from '@reveille/core/calls/call-times'
import { ASK_ABOUT_PLACED_AFTER_MS } from '@reveille/core/calls/in-doubt-policy'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { runPrepared } from '../platform/database/prepared-driver.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { dateOrNull, timestamp } from '../platform/database/value-types.ts'
import { appendCallEvents } from './timeline.sql.ts'

/** The columns that change over a call's life, with their types, for statements that write many rows. */
const LIFE_COLUMNS = {
  stage: 'text',
  status: 'text',
  ringing_at: 'timestamptz',
  answered_at: 'timestamptz',
  ended_at: 'timestamptz',
  duration_s: 'integer',
  machine: 'boolean',
  keyed_at: 'timestamptz',
  confirmed_at: 'timestamptz',
  snoozed: 'boolean',
  task_round: 'integer',
  ask_at: 'timestamptz',
  carrier_call_id: 'text',
} as const

type Entry = { at: Instant; kind: CallEventKind; detail: string | null }

/** A decision about a call; an omitted `failure` stays unchanged. */
export type LifeChange = {
  callId: number
  life: CallLife
  carrierCallId: string | null
  /** When to ask the carrier about it. */
  askAt: Instant | null
  failure?: string | null
  entry: Entry | null
}

type LineFree = { userId: number; at: Instant }

function columnsOf({ life, carrierCallId, askAt }: Omit<LifeChange, 'callId' | 'entry'>) {
  return {
    stage: life.stage,
    status: life.status,
    ringing_at: dateOrNull(life.ringingAt),
    answered_at: dateOrNull(life.answeredAt),
    ended_at: dateOrNull(life.endedAt),
    duration_s: life.durationS,
    machine: life.machine,
    keyed_at: dateOrNull(life.keyedAt),
    confirmed_at: dateOrNull(life.confirmedAt),
    snoozed: life.snoozed,
    task_round: life.taskRound,
    ask_at: dateOrNull(askAt),
    carrier_call_id: carrierCallId,
  } satisfies Record<keyof typeof LIFE_COLUMNS, unknown>
}

/**
 * Writes a decision about a call, locked after its person, with its timeline entry, in one statement. An ended call
 * holds no line. `lineFree`: whose line it was, and when their next call may ring; calls that waited for it become due
 * then.
 */
export async function saveLocked(tx: Tx, change: LifeChange & { lineFree?: LineFree }): Promise<void> {
  const { callId, life, failure, entry, lineFree } = change
  const save = tx
    .updateTable('calls')
    .set({
      ...columnsOf(change),
      ...(life.stage === 'ended' ? { holds_line: false, lease_owner: null } : {}),
      ...(failure === undefined ? {} : { failure }),
    })
    .where('id', '=', callId)
  const woken = lineFree === undefined ? sql`` : sql`, woken as (${wakeWaiting(tx, callId, lineFree)})`
  const append = entry
    ? sql`insert into call_events (call_id, at, kind, detail)
        values (${callId}, ${new Date(entry.at)}, ${entry.kind}, ${entry.detail})`
    : sql`select`
  await runPrepared(tx, sql`with saved as (${save}) ${woken} ${append}`)
}

const wakeWaiting = (tx: Tx, endedId: number, lineFree: LineFree) =>
  tx
    .updateTable('calls')
    // A late callback may arrive before the other call is due, which never rings before its own time.
    .set((eb) => ({
      dial_at: eb.fn('greatest', [eb.ref('due_at'), eb.val(new Date(lineFree.at))]),
      slot_at: null,
      stage: 'planned',
      lease_owner: null,
    }))
    .where('user_id', '=', lineFree.userId)
    .where('id', '<>', endedId)
    .where('stage', 'in', UNDIALLED)
    .whereRef('dial_at', '>', 'due_at')

/** A change based on a call that was read without a lock. */
export type UnlockedChange = LifeChange & {
  version: string
  /** When a confirmed call ended, so that its occurrence is answered. Null while it goes on. */
  confirmedEndAt: Instant | null
}

/**
 * Writes changes of different people's calls in one statement. Skips, and omits from the returned ids, calls that have
 * changed since they were read or are locked, and what has further effects, which need the person's lock: a confirmed
 * end when a call waits for the line, a schedule is one-time or a second check follows; a confirmation that needs a
 * stronger proof or concerns another morning.
 */
export async function saveUnlocked(db: Database, changes: readonly UnlockedChange[]): Promise<ReadonlySet<number>> {
  const news = sql<{ id: number }>`with news as materialized (
      select * from json_to_recordset(${JSON.stringify(changes.map(rowOf))}::json) as news (
        id bigint, version text, ${lifeTypes},
        entry_at timestamptz, entry_kind text, entry_detail text, confirmed_end_at timestamptz
      )
    ), unchanged as materialized (
      select calls.id, news.confirmed_at is distinct from calls.confirmed_at as confirms
      from news join calls on calls.id = news.id and calls.xmin = news.version::xid
      where (news.confirmed_end_at is null or not (${othersWait} or ${hasMoreToSettle}))
        and (news.confirmed_at is not distinct from calls.confirmed_at or not ${hasMoreToConfirm})
      order by calls.id
      for no key update of calls skip locked
    ), changed as (
      update calls set ${lifeValues},
        holds_line = calls.holds_line and news.stage <> 'ended',
        lease_owner = case when news.stage <> 'ended' then calls.lease_owner end
      from unchanged join news using (id)
      where calls.id = unchanged.id
      returning calls.id, calls.occurrence_id, calls.confirmed_at, unchanged.confirms,
        news.entry_at, news.entry_kind, news.entry_detail, news.confirmed_end_at
    ), entries as (
      insert into call_events (call_id, at, kind, detail)
      select id, entry_at, entry_kind, entry_detail from changed where entry_kind is not null
    ), confirmed as (
      update occurrences set confirmed_at = changed.confirmed_at from changed
      where occurrences.id = changed.occurrence_id and changed.confirms
    ), closed as (
      update occurrences set outcome = 'answered', outcome_at = changed.confirmed_end_at from changed
      where occurrences.id = changed.occurrence_id and changed.confirmed_end_at is not null and occurrences.outcome is null
        and not exists (select 1 from calls other where other.occurrence_id = changed.occurrence_id
          and other.id <> changed.id and other.stage <> 'ended')
    )
    select id from changed
  `
  const rows = await runPrepared(db, news)
  return new Set(rows.map(({ id }) => id))
}

const lifeTypes = sql.raw(
  Object.entries(LIFE_COLUMNS)
    .map(([column, type]) => `${column} ${type}`)
    .join(', '),
)
const lifeValues = sql.raw(
  Object.keys(LIFE_COLUMNS)
    .map((column) => `${column} = news.${column}`)
    .join(', '),
)

// Count one by one: the query planner would otherwise read all schedules, however few it expects.
const othersWait = sql`(
  select count(*) from calls waiting
  where waiting.user_id = calls.user_id and waiting.stage in ('planned', 'leased')) > 0`

const hasMoreToSettle = sql`(
  select count(*) from occurrences
  left join lateral (select one_time_at from schedules where schedules.id = occurrences.schedule_id offset 0) as schedule on true
  where occurrences.id = calls.occurrence_id
    and (schedule.one_time_at is not null or occurrences.proof = 'strict')) > 0`

const hasMoreToConfirm = sql`((
  select count(*) from occurrences where occurrences.id = calls.occurrence_id and occurrences.proof <> 'gentle'
) + (
  select count(*) from occurrences other where other.user_id = calls.user_id and other.id <> calls.occurrence_id
    and not other.is_sample and other.outcome is null
    and other.due_at between news.confirmed_at - ${`${CUT_OFF_MS} milliseconds`}::interval and news.confirmed_at
)) > 0`

function rowOf({ callId, version, entry, confirmedEndAt, ...change }: UnlockedChange) {
  return {
    id: callId,
    version,
    ...columnsOf(change),
    entry_at: entry && new Date(entry.at),
    entry_kind: entry?.kind,
    entry_detail: entry?.detail,
    confirmed_end_at: dateOrNull(confirmedEndAt),
  }
}

/** The carrier that has a call in doubt since a restore. */
export async function setCarrier(db: Database, callId: number, carrier: CarrierId): Promise<void> {
  await db.updateTable('calls').set({ carrier }).where('id', '=', callId).where('stage', '=', 'in_doubt').execute()
}

/** The carrier asked what the call says, so whoever picked up hears something. */
export async function saveFetched(db: Database, callId: number, at: Instant): Promise<void> {
  const fetched = db.updateTable('calls').set({ fetched_at: new Date(at) })
  await fetched.where('id', '=', callId).where('fetched_at', 'is', null).execute()
}

/** The carrier's answer to the request made under this mark, with its timeline entries. */
export type CarrierAnswer = { callId: number; carrier: CarrierId; markedAt: Instant; at: Instant; entries: Entry[] } & (
  | { outcome: 'accepted'; carrierCallId: string; queueMs: number | null }
  /** It's unknown whether it rings, so the carrier must be asked. */
  | { outcome: 'in-doubt' }
  /** Any other answer. It ends or reschedules its call, in a transaction of its own. */
  | { outcome: 'other' }
)

/**
 * Writes the carrier's answers for calls that `owner` dialed; asks about those in doubt at `askAt`. Returns those whose
 * row is gone, because the account was deleted meanwhile, or belongs to the other carrier now.
 */
export async function saveAnswers(
  db: Database,
  owner: string,
  answers: readonly CarrierAnswer[],
  askAt: Instant,
): Promise<(CarrierAnswer & { outcome: 'accepted' })[]> {
  const accepted = answers.filter((answer) => answer.outcome === 'accepted')
  const written = await saveAccepted(db, accepted)
  const doubtful = answers.filter(({ outcome }) => outcome === 'in-doubt')
  await saveDoubt(db, owner, doubtful, askAt)
  const events = answers.flatMap(({ callId, entries }) => entries.map((entry) => ({ callId, ...entry })))
  await appendCallEvents(db, events)
  return accepted.filter(({ callId }) => !written.has(callId))
}

/**
 * Never moves a call back, since a callback may have arrived first. Returns the ids of calls that still exist and weren't
 * given to the other carrier meanwhile.
 */
async function saveAccepted(
  db: Database,
  accepted: readonly (CarrierAnswer & { outcome: 'accepted' })[],
): Promise<ReadonlySet<number>> {
  if (accepted.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    update calls set
      carrier_call_id = coalesce(calls.carrier_call_id, took.carrier_call_id),
      queue_ms = took.queue_ms,
      placed_at = took.at,
      stage = case when calls.stage in ('dialling', 'in_doubt') then 'placed' else calls.stage end,
      ask_at = case when calls.stage = 'ended' then calls.ask_at
        else coalesce(calls.ask_at, took.at + ${`${ASK_ABOUT_PLACED_AFTER_MS} milliseconds`}::interval) end
    from unnest(
      ${accepted.map(({ callId }) => callId)}::bigint[],
      ${accepted.map(({ carrier }) => carrier)}::smallint[],
      ${accepted.map(({ carrierCallId }) => carrierCallId)}::text[],
      ${accepted.map(({ queueMs }) => queueMs)}::integer[],
      ${accepted.map(({ at }) => new Date(at))}::timestamptz[]
    ) as took (id, carrier, carrier_call_id, queue_ms, at)
    where calls.id = took.id and calls.carrier = took.carrier
    returning calls.id
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** By mark: an answer to an earlier request says nothing about the current one. */
async function saveDoubt(
  db: Database,
  owner: string,
  doubtful: readonly CarrierAnswer[],
  askAt: Instant,
): Promise<void> {
  if (doubtful.length === 0) return
  await sql`
    update calls set stage = 'in_doubt', lease_owner = null, ask_at = ${new Date(askAt)}
    from unnest(
      ${doubtful.map(({ callId }) => callId)}::bigint[],
      ${doubtful.map(({ markedAt }) => new Date(markedAt))}::timestamptz[]
    ) as asked (id, marked_at)
    where calls.id = asked.id and calls.marked_at = asked.marked_at and calls.stage = 'dialling' and calls.lease_owner = ${owner}
  `.execute(db)
}

/** Identifies a request: the one that `worker` dials under this mark, or without a worker the one in doubt. */
type Mark = { markedAt: Instant; worker?: string }

/**
 * The carrier certainly didn't take the call: it's due again at `dialAt`, by `carrier`, and the line is free. Changes
 * nothing and returns false if the person has confirmed meanwhile, or a later mark has replaced this one.
 */
export async function saveNotPlaced(
  db: Database,
  callId: number,
  again: { dialAt: Instant; carrier: CarrierId; entry: Omit<Entry, 'kind'> } & Mark,
): Promise<boolean> {
  const { dialAt, carrier, entry, markedAt, worker } = again
  const freed = db
    .updateTable('calls')
    .set({
      stage: 'planned',
      holds_line: false,
      lease_owner: null,
      slot_at: null,
      ask_at: null,
      dial_at: new Date(dialAt),
      carrier,
    })
    .where('id', '=', callId)
    .where('marked_at', '=', timestamp(markedAt))
    .where((eb) => eb.and(worker === undefined ? { stage: 'in_doubt' } : { stage: 'dialling', lease_owner: worker }))
    .where(({ not }) => not(isProven))
    .returning('id')
  const { numAffectedRows } = await sql`with freed as (${freed}) insert into call_events (call_id, at, kind, detail)
    select id, ${new Date(entry.at)}, 'not-placed', ${entry.detail} from freed`.execute(db)
  return numAffectedRows === 1n
}

/** A proof settles every call of its morning except a second check, which needs its own. */
const isProven = sql<boolean>`exists (
  select 1 from calls proven
  where proven.occurrence_id = calls.occurrence_id and proven.confirmed_at is not null
    and (calls.kind <> 'second-check' or proven.kind = 'second-check'))`
