import { insertCarrierRecordings } from '../db/recordings.ts'
import type { JobPayload } from '../ports/jobs.ts'
import type { Services } from '../ports/services.ts'
import { exportFolder } from './build-export.ts'
import { recordingFolder } from './hear-of-recording.ts'
import { removeClipsOf } from './remove-clips.ts'

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
