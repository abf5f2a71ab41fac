import type { Call } from '@reveille/core/calls/call'
import type { CallEventKind } from '@reveille/core/calls/call-timeline'
import type { Outcome } from '@reveille/core/calls/next-step'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import { knownVoice } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/database.ts'
import { runPrepared } from '../../platform/database/prepared-driver.ts'

export type HistoryEntry = Pick<
  Call,
  | 'id'
  | 'userId'
  | 'kind'
  | 'dueAt'
  | 'voice'
  | 'stage'
  | 'status'
  | 'snoozed'
  | 'ringingAt'
  | 'answeredAt'
  | 'durationS'
  | 'carrier'
  | 'carrierCallId'
  | 'recordingKey'
  | 'failure'
> & {
  /** The dialed number if it was the second one. */
  secondPhone: string | null
  createdAt: Instant
  spokeOf: string | null
  scheduleId: number | null
  scheduleName: string | null
  timezone: string
  occurrenceDueAt: Instant
  outcome: Outcome | null
  outcomeAt: Instant | null
}

/** Without script and carrier id, which are too large for a hundred rows. */
const ENTRY = sql`${knownVoice('calls')} as voice, ${sql.raw(`calls.id, calls.user_id as "userId", calls.kind, calls.due_at as "dueAt", calls.stage,
  calls.status, calls.snoozed, calls.ringing_at as "ringingAt", calls.answered_at as "answeredAt", calls.duration_s as "durationS",
  calls.carrier, calls.carrier_call_id as "carrierCallId", calls.recording_key as "recordingKey", calls.failure,
  case when calls.rang_second then calls.phone end as "secondPhone",
  calls.created_at as "createdAt", calls.spoke_of as "spokeOf",
  occurrences.schedule_id as "scheduleId", schedules.name as "scheduleName", occurrences.timezone,
  occurrences.due_at as "occurrenceDueAt", occurrences.outcome, occurrences.outcome_at as "outcomeAt"`)}`

const DEFAULT_PAGE = 100

/** A person's calls that were dialed or should have been, newest first. Planned calls aren't history. */
export async function listHistory(
  db: Database,
  {
    userId,
    before,
    limit = DEFAULT_PAGE,
    onlyId,
  }: { userId: number; before?: number | undefined; limit?: number | undefined; onlyId?: number },
): Promise<HistoryEntry[]> {
  // Raw SQL, because every visit requests this page, and building the statement took as long as reading its rows.
  const page = sql<HistoryEntry>`select ${ENTRY}
    from calls join occurrences on occurrences.id = calls.occurrence_id
    left join schedules on schedules.id = occurrences.schedule_id
    where calls.user_id = ${userId} and (calls.stage not in ('planned', 'leased') or calls.kind = 'sample')
      ${before === undefined ? ALL : isBefore(before, userId)} ${onlyId === undefined ? ALL : sql`and calls.id = ${onlyId}`}
    order by calls.due_at desc, calls.id desc
    limit ${limit}
  `
  return runPrepared(db, page)
}

const ALL = sql``

/** Ids follow the order of planning, not the order in which calls are due. */
const isBefore = (callId: number, userId: number) =>
  sql`and (calls.due_at, calls.id) < (
    select last.due_at, last.id from calls last where last.id = ${callId} and last.user_id = ${userId})`

export async function hasCall(db: Database, userId: number, callId: number): Promise<boolean> {
  const row = await db
    .selectFrom('calls')
    .select('id')
    .where('id', '=', callId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** How long after this call's end the next one of its occurrence was due, in ms; null if none was planned. */
export async function waitAfter(db: Database, callId: number): Promise<number | null> {
  const next = await db
    .selectFrom('calls')
    .innerJoin('calls as next', (join) =>
      join
        .onRef('next.occurrence_id', '=', 'calls.occurrence_id')
        .on('next.attempt', '=', sql<number>`calls.attempt + 1`),
    )
    .select(['calls.ended_at as endedAt', 'next.due_at as dueAt'])
    .where('calls.id', '=', callId)
    .executeTakeFirst()
  return next === undefined || next.endedAt === null ? null : next.dueAt - next.endedAt
}

/** The call before this one in its morning. */
export function callBefore(
  db: Database,
  callId: number,
): Promise<Pick<Call, 'carrier' | 'failure' | 'fetchedAt'> | undefined> {
  return db
    .selectFrom('calls')
    .innerJoin('calls as before', (join) =>
      join
        .onRef('before.occurrence_id', '=', 'calls.occurrence_id')
        .on('before.attempt', '=', sql<number>`calls.attempt - 1`),
    )
    .select(['before.carrier', 'before.failure', 'before.fetched_at as fetchedAt'])
    .where('calls.id', '=', callId)
    .executeTakeFirst()
}

export type TimelineEntry = { at: Instant; kind: CallEventKind; detail: string | null }

export async function listCallEvents(db: Database, callId: number): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('call_events')
    .select(['at', 'kind', 'detail'])
    .where('call_id', '=', callId)
    .orderBy('id')
    .execute()
  return rows.map(({ at, kind, detail }) => ({ at, kind: kind as CallEventKind, detail }))
}
