import { sql } from 'kysely'
import type { LiveCall } from '@reveille/core/calls/call-lifecycle'
import type { CallEventKind } from '@reveille/core/calls/call-timeline'
import type { Instant } from '@reveille/core/time/time-zone'
import { columnsOf, LIFE_COLUMNS } from './calls.sql.ts'
import type { Database } from '../platform/database/database.ts'
import { PREPARED } from '../platform/database/prepared-driver.ts'
import type { CallRow } from '../platform/database/tables.ts'

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
