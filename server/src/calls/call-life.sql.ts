import { UNDIALLED, type LiveCall } from '@reveille/core/calls/call-lifecycle'
import type { CallEventKind } from '@reveille/core/calls/call-timeline'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { PREPARED } from '../platform/database/prepared-driver.ts'
import type { CallRow } from '../platform/database/tables.ts'
import type { Tx } from '../platform/database/transaction.ts'

/** The columns that change with the life of a call: `saveUnchanged` writes those of many calls in one statement. */
const LIFE_COLUMNS = {
  stage: 'text',
  status: 'text',
  ringing_at: 'timestamptz',
  answered_at: 'timestamptz',
  ended_at: 'timestamptz',
  duration_s: 'integer',
  machine: 'boolean',
  confirmed_at: 'timestamptz',
  snoozed: 'boolean',
  ask_at: 'timestamptz',
} as const

export type BesideLife = { carrierCallId?: string | null; failure?: string | null; askAt: Instant | null }

/** What of a row changes with the life of its call. */
function columnsOf(call: LiveCall, more: BesideLife) {
  const life = {
    stage: call.stage,
    status: call.status,
    ringing_at: date(call.ringingAt),
    answered_at: date(call.answeredAt),
    ended_at: date(call.endedAt),
    duration_s: call.durationS,
    machine: call.machine,
    confirmed_at: date(call.confirmedAt),
    snoozed: call.snoozed,
    ask_at: date(more.askAt),
  } satisfies Record<keyof typeof LIFE_COLUMNS, unknown>
  return {
    ...life,
    ...(call.stage === 'ended' ? { holds_line: false, lease_owner: null } : {}),
    ...(more.carrierCallId === undefined ? {} : { carrier_call_id: more.carrierCallId }),
    ...(more.failure === undefined ? {} : { failure: more.failure }),
  }
}

const date = (instant: Instant | null) => (instant === null ? null : new Date(instant))

export type EndedCall = {
  call: LiveCall
  carrierCallId: string | null
  failure: string | null
  line: { at: Instant; kind: CallEventKind; detail: string | null }
  /** When the person's next call may ring: those that waited for their line are due again then (CALL-14). */
  lineFreeAt: Instant
}

/** Writes the end of a locked call in one statement: its row, its line in the timeline, and who waited for it. */
export async function saveEndedCall(tx: Tx, row: CallRow, ended: EndedCall): Promise<void> {
  const { call, carrierCallId, failure, line, lineFreeAt } = ended
  const save = tx
    .updateTable('calls')
    .set(columnsOf(call, { carrierCallId, failure, askAt: null }))
    .where('id', '=', row.id)
  const wake = tx
    .updateTable('calls')
    // Old news may come while the other is not yet due: never before its own time.
    .set((eb) => ({
      dial_at: eb.fn('greatest', [eb.ref('due_at'), eb.val(new Date(lineFreeAt))]),
      slot_at: null,
      stage: 'planned',
      lease_owner: null,
    }))
    .where('user_id', '=', row.user_id)
    .where('id', '<>', row.id)
    .where('stage', 'in', UNDIALLED)
    .whereRef('dial_at', '>', 'due_at')
  await sql`with ${PREPARED} saved as (${save}), woken as (${wake})
    insert into call_events (call_id, at, kind, detail)
    values (${row.id}, ${new Date(line.at)}, ${line.kind}, ${line.detail})
  `.execute(tx)
}

/** A call as it was read, without a lock, and the version of its row: any change of it makes another one. */
export type SeenCall = CallRow & { version: string }

/** Calls by the secrets in their callback addresses. */
export async function seeCalls(db: Database, tokens: readonly string[]): Promise<Map<string, SeenCall>> {
  const seen = await db
    .selectFrom('calls')
    .selectAll()
    .select(sql<string>`xmin::text`.as('version'))
    .where(sql<boolean>`token = any(${tokens}::text[])`)
    .execute()
  return new Map(seen.map((call) => [call.token, call]))
}

/** What the lifecycle decided about a call that was seen, and its line in the timeline, if there is one. */
export type SeenChange = {
  seen: SeenCall
  call: LiveCall
  carrierCallId: string | null
  askAt: Instant | null
  line: { at: Instant; kind: CallEventKind; detail: string | null } | null
  /** When a confirmed call ended: its occurrence is answered. Null for a call that goes on. */
  confirmedEndAt: Instant | null
}

/**
 * Writes changes of calls of different people in one statement. Left out, and not among the ids that it returns, is every
 * call that has changed since it was seen or is locked at this moment, and a confirmed end on which more hangs, which
 * wants the person's lock: a call that waits for the line, a one-time schedule.
 */
export async function saveUnchanged(db: Database, changes: readonly SeenChange[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`with ${PREPARED} news as materialized (
      select * from json_to_recordset(${JSON.stringify(changes.map(rowOf))}::json) as news (
        id bigint, version text, ${lifeTypes}, carrier_call_id text,
        line_at timestamptz, line_kind text, line_detail text, confirmed_end_at timestamptz
      )
    ), unchanged as materialized (
      select calls.id from news join calls on calls.id = news.id and calls.xmin = news.version::xid
      where news.confirmed_end_at is null or not (${othersWait} or ${isOneTime})
      order by calls.id
      for no key update of calls skip locked
    ), changed as (
      update calls set ${lifeValues}, carrier_call_id = news.carrier_call_id,
        holds_line = calls.holds_line and news.stage <> 'ended',
        lease_owner = case when news.stage <> 'ended' then calls.lease_owner end
      from unchanged join news using (id)
      where calls.id = unchanged.id
      returning calls.id, calls.occurrence_id, news.line_at, news.line_kind, news.line_detail, news.confirmed_end_at
    ), lines as (
      insert into call_events (call_id, at, kind, detail)
      select id, line_at, line_kind, line_detail from changed where line_kind is not null
    ), closed as (
      update occurrences set outcome = 'answered', outcome_at = changed.confirmed_end_at from changed
      where occurrences.id = changed.occurrence_id and changed.confirmed_end_at is not null and occurrences.outcome is null
        and not exists (select 1 from calls other where other.occurrence_id = changed.occurrence_id
          and other.id <> changed.id and other.stage <> 'ended')
    )
    select id from changed
  `.execute(db)
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

// Counted one by one: the planner must not read all schedules once instead, however few it takes them for.
const othersWait = sql`(
  select count(*) from calls waiting
  where waiting.user_id = calls.user_id and waiting.stage in ('planned', 'leased')) > 0`

const isOneTime = sql`(
  select count(*) from occurrences
  cross join lateral (select one_time_at from schedules where schedules.id = occurrences.schedule_id offset 0) as schedule
  where occurrences.id = calls.occurrence_id and schedule.one_time_at is not null) > 0`

function rowOf({ seen, call, line, carrierCallId, askAt, confirmedEndAt }: SeenChange) {
  return {
    id: seen.id,
    version: seen.version,
    ...columnsOf(call, { carrierCallId, askAt }),
    line_at: line && new Date(line.at),
    line_kind: line?.kind,
    line_detail: line?.detail,
    confirmed_end_at: confirmedEndAt === null ? null : new Date(confirmedEndAt),
  }
}

/** Writes what the lifecycle decided; a call that has ended holds no line. */
export async function saveLiveCall(tx: Tx, id: number, call: LiveCall, more: BesideLife): Promise<void> {
  await tx.updateTable('calls').set(columnsOf(call, more)).where('id', '=', id).execute()
}

/** Writes what a key said. It is proof of a person, whatever was believed of a call that is over. */
export async function saveKey(
  tx: Tx,
  call: Pick<CallRow, 'id' | 'stage'>,
  pressed: { snoozed: true } | { confirmed_at: Date },
): Promise<void> {
  await tx
    .updateTable('calls')
    .set({ ...pressed, ...(call.stage === 'ended' ? { status: 'completed' } : {}) })
    .where('id', '=', call.id)
    .execute()
}

export type Accepted = { callId: number; carrierCallId: string; queueMs: number | null; at: Instant }

/**
 * The carrier took these calls. A callback may have come first and be further on: nothing goes back. Returns those that
 * are gone, because an account was deleted while they left.
 */
export async function recordAccepted(
  db: Database,
  accepted: readonly Accepted[],
  askAfterMs: number,
): Promise<Accepted[]> {
  if (accepted.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    update calls set
      carrier_call_id = coalesce(calls.carrier_call_id, took.carrier_call_id),
      queue_ms = took.queue_ms,
      placed_at = took.at,
      stage = case when calls.stage in ('dialling', 'in_doubt') then 'placed' else calls.stage end,
      ask_at = case when calls.stage = 'ended' then calls.ask_at else coalesce(calls.ask_at, took.at + ${`${askAfterMs} milliseconds`}::interval) end
    from unnest(
      ${accepted.map(({ callId }) => callId)}::bigint[],
      ${accepted.map(({ carrierCallId }) => carrierCallId)}::text[],
      ${accepted.map(({ queueMs }) => queueMs)}::integer[],
      ${accepted.map(({ at }) => new Date(at))}::timestamptz[]
    ) as took (id, carrier_call_id, queue_ms, at)
    where calls.id = took.id
    returning calls.id
  `.execute(db)
  const written = new Set(rows.map(({ id }) => id))
  return accepted.filter(({ callId }) => !written.has(callId))
}

/** Nobody knows whether these ring: they are in doubt until the carrier was asked (CALL-3). */
export async function recordDoubt(
  db: Database,
  owner: string,
  callIds: readonly number[],
  askAt: Instant,
): Promise<void> {
  if (callIds.length === 0) return
  await db
    .updateTable('calls')
    .set({ stage: 'in_doubt', lease_owner: null, ask_at: new Date(askAt) })
    .where('id', 'in', callIds)
    .where('stage', '=', 'dialling')
    .where('lease_owner', '=', owner)
    .execute()
}

/**
 * The carrier surely did not take it: due again at `dialAt`, and the line is free. `known` tells how that is known: the
 * worker that is dialling it got the answer, or the carrier was asked about a doubt of that mark. Anybody else's
 * knowledge is old and changes nothing.
 */
export async function recordNotPlaced(
  db: Database,
  callId: number,
  { dialAt, ...known }: { dialAt: Instant } & ({ worker: string } | { markedAt: Instant }),
): Promise<void> {
  await db
    .updateTable('calls')
    .set({
      stage: 'planned',
      holds_line: false,
      lease_owner: null,
      slot_at: null,
      ask_at: null,
      dial_at: new Date(dialAt),
    })
    .where('id', '=', callId)
    .where((eb) =>
      'worker' in known
        ? eb.and({ stage: 'dialling', lease_owner: known.worker })
        : eb.and({ stage: 'in_doubt', marked_at: new Date(known.markedAt) }),
    )
    .execute()
}
