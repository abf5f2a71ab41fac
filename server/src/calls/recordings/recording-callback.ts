import type { Call } from '@reveille/core/calls/call'
import type { RecordingNews } from '../../carrier/carrier.ts'
import { inTransaction, type Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { callOfCallback, isOurs } from '../callbacks/callback-call.ts'
import { changeCall } from '../change-call.ts'
import { recordingKey } from './recording-files.ts'
import { insertCarrierRecordings, stopSeeking } from './recordings.sql.ts'

type HeardNews = Exclude<RecordingNews, { state: 'recording' }>

/**
 * The carrier reports a recording as ready: it is recorded here, and fetch-recordings fetches it. One that nobody
 * requested, or whose account is gone, is recorded too, so that it is deleted there (S44).
 */
export async function hearOfRecording(services: Services, token: string, news: RecordingNews): Promise<void> {
  if (news.state === 'recording') return
  const found = await callOfCallback(services, token, news.carrierCallId)
  const ofCall = async (tx: Tx, call: Call) => {
    const wanted = call.recorded && isOurs(call, news.carrierCallId)
    await settleNews(services, tx, wanted ? call : null, news)
    return 'settled'
  }
  const settled = found && (await changeCall(services, found, (tx, { call }) => ofCall(tx, call)))
  if (settled === null) await inTransaction(services.db, (tx) => settleNews(services, tx, null, news))
}

/** `call`: the recorded call; null when the recording belongs to nobody. */
async function settleNews({ clock }: Services, tx: Tx, call: Call | null, news: HeardNews): Promise<void> {
  if (call !== null) await stopSeeking(tx, call.id)
  if (news.state === 'none') return
  const recordings = [{ recordingId: news.recordingId, fileKey: call === null ? null : recordingKey(call) }]
  await insertCarrierRecordings(tx, { callId: call?.id ?? null, recordings, now: clock.now() })
}
