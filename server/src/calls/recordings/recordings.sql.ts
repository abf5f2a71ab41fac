import type { Call, CarrierId } from '@reveille/core/calls/call'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import { CALL } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/database.ts'
import { dueRows } from '../../platform/database/due-rows.sql.ts'
import { timestamp } from '../../platform/database/value-types.ts'

export type CarrierRecording = {
  recordingId: string
  carrier: CarrierId
  /** Null when nobody may keep it. */
  callId: number | null
  /** The storage key of our copy; null for none. */
  fileKey: string | null
  tries: number
}

/** Records recordings at the carrier, due now; leaves known ones unchanged. */
export async function insertCarrierRecordings(
  tx: Database,
  {
    callId,
    carrier,
    recordings,
    now,
  }: { callId: number | null; carrier: CarrierId; recordings: readonly KnownRecording[]; now: Instant },
): Promise<void> {
  if (recordings.length === 0) return
  await tx
    .insertInto('carrier_recordings')
    .values(
      recordings.map(({ recordingId, fileKey }) => ({
        recording_id: recordingId,
        carrier,
        call_id: callId,
        file_key: fileKey,
        due_at: new Date(now),
        created_at: new Date(now),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
export type KnownRecording = { recordingId: string; fileKey: string | null }

/** Exponential backoff from half a minute to six hours, until the carrier's copy is deleted. */
const nextTry = (now: Instant) =>
  sql<Date>`${new Date(now)}::timestamptz + least(interval '6 hours', interval '30 seconds' * power(2, least(tries, 16)))`

/** Claims due recordings at the carrier; they are due again later until they are removed. */
export function takeCarrierRecordings(db: Database, now: Instant, limit: number): Promise<CarrierRecording[]> {
  return db
    .updateTable('carrier_recordings')
    .set((eb) => ({ due_at: nextTry(now), tries: eb('tries', '+', 1) }))
    .where('recording_id', 'in', dueRows<string>('carrier_recordings', 'due_at', { now, limit, id: 'recording_id' }))
    .returning(['recording_id as recordingId', 'carrier', 'call_id as callId', 'file_key as fileKey', 'tries'])
    .execute()
}

export async function forgetCarrierRecording(db: Database, recordingId: string): Promise<void> {
  await db.deleteFrom('carrier_recordings').where('recording_id', '=', recordingId).execute()
}

/** Sets our copy of a call's recording, which its owner can then play; null removes it. */
export async function setRecordingKey(db: Database, callId: number, key: string | null): Promise<void> {
  await db.updateTable('calls').set({ recording_key: key }).where('id', '=', callId).execute()
}

/** A call's recording was reported, so nobody needs to ask for it. */
export async function stopSeeking(db: Database, callId: number): Promise<void> {
  await db.updateTable('calls').set({ seek_recording_at: null }).where('id', '=', callId).execute()
}

/** Claims recorded calls whose recording wasn't reported; each is due again at `againAt` unless it's found. */
export function takeUnheardRecordings(
  db: Database,
  { now, againAt, limit }: { now: Instant; againAt: Instant; limit: number },
): Promise<Call[]> {
  return db
    .updateTable('calls')
    .set({ seek_recording_at: new Date(againAt) })
    .where('id', 'in', dueRows('calls', 'seek_recording_at', { now, limit }))
    .returning(CALL)
    .execute()
}

export async function oldRecordings(
  db: Database,
  before: Instant,
  limit: number,
): Promise<{ callId: number; key: string }[]> {
  const rows = await db
    .selectFrom('calls')
    .select(['id', 'recording_key'])
    .where('recording_key', 'is not', null)
    .where('ended_at', '<', timestamp(before))
    .orderBy('ended_at')
    .limit(limit)
    .execute()
  return rows.map(({ id, recording_key }) => ({ callId: id, key: recording_key! }))
}
