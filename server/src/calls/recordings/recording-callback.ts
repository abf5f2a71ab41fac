import type { RecordingNews } from '../../carrier/carrier.ts'
import { lockPerson } from '../../people/lock-person.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { findCallByToken, lockCall } from '../calls.sql.ts'
import { isOurs } from '../handle-carrier-event.ts'
import { recordingKey } from './recording-files.ts'
import { insertCarrierRecordings, stopSeeking } from './recordings.sql.ts'

/**
 * The carrier says that a recording is ready: from now on it is known, and fetch-recordings brings it here. One that nobody
 * asked for, or whose account is gone, is known too, so that it is deleted there (S44).
 */
export async function hearOfRecording(services: Services, token: string, news: RecordingNews): Promise<void> {
  if (news.state === 'recording') return
  const found = await findCallByToken(services.db, token)
  await inTransaction(services.db, async (tx) => {
    if (found !== null) await lockPerson(tx, found.user_id)
    const call = found === null ? null : await lockCall(tx, found.id)
    const wanted = call !== null && call.recorded && isOurs(call, news.carrierCallId) ? call : null
    if (wanted !== null) await stopSeeking(tx, wanted.id)
    if (news.state === 'none') return
    const recordings = [{ recordingId: news.recordingId, fileKey: wanted === null ? null : recordingKey(wanted) }]
    await insertCarrierRecordings(tx, { callId: wanted?.id ?? null, recordings, now: services.clock.now() })
  })
}
