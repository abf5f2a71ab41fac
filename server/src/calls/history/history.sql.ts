import type { CallEventKind } from '@reveille/core/calls/call-timeline'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { CallRow } from '../../platform/database/tables.ts'

/** What the screens show of a call; its words and its place at the carrier are not read for each of a hundred. */
const SHOWN = [
  'id',
  'user_id',
  'kind',
  'due_at',
  'created_at',
  'voice',
  'stage',
  'status',
  'ringing_at',
  'answered_at',
  'duration_s',
  'carrier_call_id',
  'recording_key',
  'spoke_of',
  'failure',
] as const

/** An entry of the history: a call with its occurrence's schedule and zone. */
export type HistoryRow = Pick<CallRow, (typeof SHOWN)[number]> & { schedule_id: number | null; timezone: string }

const DEFAULT_PAGE = 100

/** Calls of a person that were dialled or should have been, newest first; those still planned are not history. */
export async function listHistory(
  db: Database,
  {
    userId,
    before,
    limit = DEFAULT_PAGE,
    onlyId,
  }: { userId: number; before?: number | undefined; limit?: number | undefined; onlyId?: number },
): Promise<HistoryRow[]> {
  // Written out: the newest page is what every visit asks for, and building this statement took as long as its rows do.
  const { rows } = await sql<HistoryRow>`select ${shown}, occurrences.schedule_id, occurrences.timezone
    from calls join occurrences on occurrences.id = calls.occurrence_id
    where calls.user_id = ${userId} and (calls.stage not in ('planned', 'leased') or calls.kind = 'sample')
      ${before === undefined ? ALL : isBefore(before, userId)} ${onlyId === undefined ? ALL : sql`and calls.id = ${onlyId}`}
    order by calls.due_at desc, calls.id desc
    limit ${limit}
  `.execute(db)
  return rows
}

const shown = sql.join(SHOWN.map((column) => sql.ref(`calls.${column}`)))
const ALL = sql``

/** Ids are given when a call is planned, which is not the order in which calls are due. */
const isBefore = (callId: number, userId: number) =>
  sql`and (calls.due_at, calls.id) < (
    select last.due_at, last.id from calls last where last.id = ${callId} and last.user_id = ${userId})`

/** Whether this person has a call by this id. */
export async function hasCall(db: Database, userId: number, callId: number): Promise<boolean> {
  const row = await db
    .selectFrom('calls')
    .select('id')
    .where('id', '=', callId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** A line of a call's timeline, as it was appended. */
export type TimelineRow = { at: Instant; kind: CallEventKind; detail: string | null }

export async function listCallEvents(db: Database, callId: number): Promise<TimelineRow[]> {
  const rows = await db
    .selectFrom('call_events')
    .select(['at', 'kind', 'detail'])
    .where('call_id', '=', callId)
    .orderBy('id')
    .execute()
  return rows.map(({ at, kind, detail }) => ({ at: at.getTime(), kind: kind as CallEventKind, detail }))
}
