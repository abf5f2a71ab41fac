import { insertCarrierRecordings } from '../../calls/recordings/recordings.sql.ts'
import type { JobPayload } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { exportFolder } from '../export/build-export.ts'
import { recordingFolder } from '../../calls/recordings/recording-callback.ts'
import { removeClipsOf } from '../../speech/clips/remove-clips.ts'

/** Removes every file of a deleted account; after a failure again, until none is left. */
export async function eraseFiles(services: Services, { userId }: JobPayload<'erase-files'>): Promise<void> {
  const { storage } = services
  for (const folder of [recordingFolder(userId), exportFolder(userId)]) {
    for await (const key of storage.list(folder)) await storage.delete(key)
  }
  await removeClipsOf(services, userId)
}

/** Ends a call of a deleted account, and has the carrier delete what it recorded of it. */
export async function settleCarrierCall(
  { db, clock, carrier }: Services,
  { carrierCallId }: JobPayload<'settle-carrier-call'>,
): Promise<void> {
  await carrier.endCall(carrierCallId)
  const recordings = (await carrier.recordingsOf(carrierCallId)).map((recordingId) => ({ recordingId, fileKey: null }))
  await insertCarrierRecordings(db, { callId: null, recordings, now: clock.now() })
}
