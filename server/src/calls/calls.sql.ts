import { sql } from 'kysely'
import { UNDIALLED, type CallKind, type LiveCall } from '@reveille/core/calls/call-lifecycle'
import { preparationTime } from '@reveille/core/calls/preparation-time'
import type { Instant } from '@reveille/core/time/time-zone'
import type { VoiceId } from '@reveille/core/speech/voices'
import type { Database } from '../platform/database/database.ts'
import { inParts } from '../platform/database/in-chunks.ts'
import { PREPARED } from '../platform/database/prepared-driver.ts'
import type { CallRow } from '../platform/database/tables.ts'
import type { Tx } from '../platform/database/transaction.ts'

export type NewCall = {
  occurrenceId: number
  userId: number
  attempt: number
  kind: CallKind
  dueAt: Instant
  token: string
  voice: VoiceId
}

/** Plans calls; the unique (occurrence, attempt) refuses a second one for the same try (I2). Returns their ids. */
export function insertCalls(tx: Tx, calls: readonly NewCall[], now: Instant): Promise<number[]> {
  return inParts(calls, (part) => insertPart(tx, part, now))
}

async function insertPart(tx: Tx, calls: readonly NewCall[], now: Instant): Promise<number[]> {
  const insert = tx
    .insertInto('calls')
    .values(
      calls.map((call) => ({
        occurrence_id: call.occurrenceId,
        user_id: call.userId,
        attempt: call.attempt,
        kind: call.kind,
        due_at: new Date(call.dueAt),
        dial_at: new Date(call.dueAt),
        token: call.token,
        voice: call.voice,
        prepare_at: new Date(preparationTime(call.dueAt, now)),
        created_at: new Date(now),
      })),
    )
    .returning('id')
  // A call that follows another is planned alone, in a herd again and again.
  const alone = sql<{ id: number }>`with ${PREPARED} planned as (${insert}) select id from planned`
  const rows = calls.length === 1 ? (await alone.execute(tx)).rows : await insert.execute()
  return rows.map(({ id }) => id)
}

/** Writes calls that were never placed and never will be, with the reason. Returns their ids. */
export async function insertFailedCalls(
  tx: Tx,
  calls: readonly NewCall[],
  failure: string,
  now: Instant,
): Promise<number[]> {
  const ids = await insertCalls(tx, calls, now)
  if (ids.length > 0) {
    await tx
      .updateTable('calls')
      .set({ stage: 'ended', status: 'failed', failure, ended_at: new Date(now) })
      .where('id', 'in', ids)
      .execute()
  }
  return ids
}

export async function findCall(db: Database, id: number): Promise<CallRow | null> {
  return (await db.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** By the secret in its callback addresses. */
export async function findCallByToken(db: Database, token: string): Promise<CallRow | null> {
  return (await db.selectFrom('calls').selectAll().where('token', '=', token).executeTakeFirst()) ?? null
}

/** The row as it is now, locked. Take the person's lock first. */
export async function lockCall(tx: Tx, id: number): Promise<CallRow | null> {
  const locked = tx.selectFrom('calls').modifyFront(PREPARED).selectAll().where('id', '=', id).forUpdate()
  return (await locked.executeTakeFirst()) ?? null
}

/** All calls of an occurrence in the order of their attempts. */
export function callsOf(tx: Tx, occurrenceId: number): Promise<CallRow[]> {
  return tx.selectFrom('calls').selectAll().where('occurrence_id', '=', occurrenceId).orderBy('attempt').execute()
}

/** The same, locked: nobody marks one as dialling while we decide about it. */
export function lockCallsOf(tx: Tx, occurrenceId: number): Promise<CallRow[]> {
  return tx
    .selectFrom('calls')
    .selectAll()
    .where('occurrence_id', '=', occurrenceId)
    .orderBy('attempt')
    .forUpdate()
    .execute()
}

/** A call of an open occurrence that has not ended. */
export type OpenCall = Pick<CallRow, 'id' | 'stage' | 'due_at'>

/** Those of a schedule, locked: nobody marks one as dialling while we decide about it. */
export function lockOpenCallsOf(tx: Tx, scheduleId: number): Promise<OpenCall[]> {
  return tx
    .selectFrom('calls')
    .innerJoin('occurrences', 'occurrences.id', 'calls.occurrence_id')
    .select(['calls.id', 'calls.stage', 'calls.due_at'])
    .where('occurrences.schedule_id', '=', scheduleId)
    .where('occurrences.outcome', 'is', null)
    .where('calls.stage', '<>', 'ended')
    .orderBy('calls.id')
    .forUpdate('calls')
    .execute()
}

/**
 * Takes leased calls from their workers; they will be leased again. A worker that is marking them at this very moment
 * waits for us, and then must find them changed: it decides by what it read of their schedule before.
 */
export async function endLeases(tx: Tx, calls: readonly OpenCall[]): Promise<void> {
  const leased = calls.filter(({ stage }) => stage === 'leased').map(({ id }) => id)
  if (leased.length === 0) return
  await tx
    .updateTable('calls')
    .set({ stage: 'planned', lease_owner: null, slot_at: null })
    .where('id', 'in', leased)
    .execute()
}

/** Removes what never reached the carrier. */
export async function deleteUndialled(tx: Tx, occurrenceIds: readonly number[]): Promise<void> {
  if (occurrenceIds.length === 0) return
  await tx.deleteFrom('calls').where('occurrence_id', 'in', occurrenceIds).where('stage', 'in', UNDIALLED).execute()
}

/** The part of a row that the lifecycle in core decides about. */
export function toLiveCall(row: CallRow): LiveCall {
  return {
    stage: row.stage,
    status: row.status,
    ringingAt: row.ringing_at?.getTime() ?? null,
    answeredAt: row.answered_at?.getTime() ?? null,
    endedAt: row.ended_at?.getTime() ?? null,
    durationS: row.duration_s,
    machine: row.machine,
    confirmedAt: row.confirmed_at?.getTime() ?? null,
    snoozed: row.snoozed,
  }
}

export type BesideLife = { carrierCallId?: string | null; failure?: string | null; askAt: Instant | null }

/** Writes what the lifecycle decided; a call that has ended holds no line. */
export async function saveLiveCall(tx: Tx, id: number, call: LiveCall, more: BesideLife): Promise<void> {
  await tx.updateTable('calls').set(columnsOf(call, more)).where('id', '=', id).execute()
}

/** The columns that change with the life of a call: what is written of many in one statement too (`seen-calls.ts`). */
export const LIFE_COLUMNS = {
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

/** What of a row changes with the life of its call. */
export function columnsOf(call: LiveCall, more: BesideLife) {
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

/** A changed voice is heard from the next call on. */
export async function setVoiceOfPlannedCalls(tx: Tx, userId: number, voice: VoiceId): Promise<void> {
  await tx.updateTable('calls').set({ voice }).where('user_id', '=', userId).where('stage', 'in', UNDIALLED).execute()
}
