import type { Call, CarrierId } from '@reveille/core/calls/call'
import type { Instant } from '@reveille/core/time/time-zone'
import { carrierOf, type RecordingNews, type WithCarrier } from '../../carrier/carrier.ts'
import { inTransaction, type Tx } from '../../platform/database/transaction.ts'
import { countStored } from '../../platform/limits/budgets.ts'
import type { Services } from '../../platform/services.ts'
import { findCall, lockCall } from '../calls.sql.ts'
import { callOfCallback, changeCall, isOurs } from '../change-call.ts'
import { appendCallEvents } from '../timeline.sql.ts'
import {
  type CarrierRecording,
  forgetCarrierRecording,
  insertCarrierRecordings,
  oldRecordings,
  setRecordingKey,
  stopSeeking,
  takeCarrierRecordings,
  takeUnheardRecordings,
} from './recordings.sql.ts'

const BATCH = 10

/** The last comes about an hour after the first (recordings.sql.ts). Then the recording counts as lost. */
const FETCH_TRIES = 8

const SEEK_AGAIN_MS = 30 * 60_000

/** Moves recordings from the carrier to us, or only deletes them if nobody may keep them. Idempotent. */
export async function transferRecordings(services: Services & WithCarrier): Promise<void> {
  const due = await takeCarrierRecordings(services.db, services.clock.now(), BATCH)
  for (const recording of due) {
    try {
      await settleRecording(services, recording)
    } catch (error) {
      services.log.warn(
        { callId: recording.callId, tries: recording.tries, error },
        'recording transfer failed, will retry',
      )
    }
  }
}

async function settleRecording(services: Services & WithCarrier, recording: CarrierRecording): Promise<void> {
  const { db, storage } = services
  const call = recording.callId === null ? null : await findCall(db, recording.callId)
  if (call !== null && call.recordingKey === null && recording.tries <= FETCH_TRIES) {
    await copyToStorage(services, call, recording)
  } else if (call === null && recording.fileKey !== null) {
    await storage.delete(recording.fileKey)
  }
  await carrierOf(services, recording.carrier).deleteRecording(recording.recordingId)
  await forgetCarrierRecording(db, recording.recordingId)
}

async function copyToStorage(
  services: Services & WithCarrier,
  call: Call,
  { recordingId, carrier }: CarrierRecording,
): Promise<void> {
  const { db, storage, clock, live } = services
  const sound = await carrierOf(services, carrier).fetchRecording(recordingId)
  if (sound === null || sound.bytes.length === 0) throw new Error('the carrier has no audio for this recording yet')
  const key = recordingKey(call)
  await storage.put(key, sound.bytes, sound.contentType)
  await countStored(services, call.userId, sound.bytes.length)
  const kept = await inTransaction(db, async (tx) => {
    if ((await lockCall(tx, call.id)) === null) return false // its account was deleted meanwhile
    await setRecordingKey(tx, call.id, key)
    await appendCallEvents(tx, [{ callId: call.id, at: clock.now(), kind: 'recorded' }])
    return true
  })
  if (kept) live.publish(call.userId, 'calls')
  else await storage.delete(key)
}

/** Asks the carrier for recordings without a callback, which may have been lost. */
export async function seekRecordings(services: Services & WithCarrier): Promise<void> {
  const { db, clock, log } = services
  const now = clock.now()
  for (const call of await takeUnheardRecordings(db, { now, againAt: now + SEEK_AGAIN_MS, limit: BATCH })) {
    try {
      const { carrier, carrierCallId } = call
      const ids = carrierCallId === null ? [] : await carrierOf(services, carrier).recordingsOf(carrierCallId)
      const recordings = ids.map((recordingId) => ({ recordingId, fileKey: recordingKey(call) }))
      await insertCarrierRecordings(db, { callId: call.id, carrier, recordings, now })
      if (call.stage === 'ended') await stopSeeking(db, call.id)
    } catch (error) {
      log.warn({ callId: call.id, error }, 'recording lookup failed')
    }
  }
}

type HeardNews = RecordingNews & { from: CarrierId }

/**
 * Records a recording that is ready, for `transferRecordings` to fetch. Also one that nobody requested or whose account
 * is gone, so that it is deleted at the carrier.
 */
export async function handleRecordingCallback(
  services: Services,
  token: string,
  news: RecordingNews,
  from: CarrierId = 1,
): Promise<void> {
  if (news.state === 'recording') return
  const found = await callOfCallback(services, token, news.carrierCallId, from)
  const ofCall = async (tx: Tx, call: Call) => {
    const wanted = call.recorded && isOurs(call, news.carrierCallId, from)
    await settleNews(services, tx, wanted ? call : null, { ...news, from })
    return 'settled'
  }
  const settled = found && (await changeCall(services, found, (tx, { call }) => ofCall(tx, call)))
  if (settled === null) await inTransaction(services.db, (tx) => settleNews(services, tx, null, { ...news, from }))
}

/** `call` is null if the recording belongs to nobody. */
async function settleNews({ clock }: Services, tx: Tx, call: Call | null, news: HeardNews): Promise<void> {
  if (call !== null) await stopSeeking(tx, call.id)
  if (news.state === 'none') return
  const recordings = [{ recordingId: news.recordingId, fileKey: call === null ? null : recordingKey(call) }]
  await insertCarrierRecordings(tx, { callId: call?.id ?? null, carrier: news.from, recordings, now: clock.now() })
}

const REMOVED_TOGETHER = 500

/** A person's recordings, deleted with the account. */
export const recordingFolder = (userId: number): string => `recordings/${userId}/`

/** One per call, so fetching again overwrites it. */
export function recordingKey({ id, userId }: Pick<Call, 'id' | 'userId'>): string {
  return `${recordingFolder(userId)}${id}.wav`
}

/** Deletes our copies for calls that ended before then. Files first: after a crash the row still names them. */
export async function removeOldRecordings({ db, storage }: Services, before: Instant): Promise<void> {
  for (const { callId, key } of await oldRecordings(db, before, REMOVED_TOGETHER)) {
    await storage.delete(key)
    await setRecordingKey(db, callId, null)
  }
}
