import { sql, type Kysely } from 'kysely'
import type { CallEventKind } from '@reveille/core/call-timeline'
import type { Instant } from '@reveille/core/time-zone'
import type { CallRow, Tables } from './tables.ts'

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
export function listHistory(
  db: Kysely<Tables>,
  {
    userId,
    before,
    limit = DEFAULT_PAGE,
    onlyId,
  }: { userId: number; before?: number | undefined; limit?: number | undefined; onlyId?: number },
): Promise<HistoryRow[]> {
  let query = db
    .selectFrom('calls')
    .innerJoin('occurrences', 'occurrences.id', 'calls.occurrence_id')
    .select(SHOWN.map((column) => `calls.${column}` as const))
    .select(['occurrences.schedule_id', 'occurrences.timezone'])
    .where('calls.user_id', '=', userId)
    .where((eb) => eb.or([eb('calls.stage', 'not in', ['planned', 'leased']), eb('calls.kind', '=', 'sample')]))
    .orderBy('calls.due_at', 'desc')
    .orderBy('calls.id', 'desc')
    .limit(limit)
  if (before !== undefined) query = query.where(isBefore(before, userId))
  if (onlyId !== undefined) query = query.where('calls.id', '=', onlyId)
  return query.execute()
}

/** Ids are given when a call is planned, which is not the order in which calls are due. */
const isBefore = (callId: number, userId: number) =>
  sql<boolean>`(calls.due_at, calls.id) < (
    select last.due_at, last.id from calls last where last.id = ${callId} and last.user_id = ${userId})`

/** Whether this person has a call by this id. */
export async function hasCall(db: Kysely<Tables>, userId: number, callId: number): Promise<boolean> {
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

export async function listCallEvents(db: Kysely<Tables>, callId: number): Promise<TimelineRow[]> {
  const rows = await db
    .selectFrom('call_events')
    .select(['at', 'kind', 'detail'])
    .where('call_id', '=', callId)
    .orderBy('id')
    .execute()
  return rows.map(({ at, kind, detail }) => ({ at: at.getTime(), kind: kind as CallEventKind, detail }))
}
