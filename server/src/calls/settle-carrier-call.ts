import type { WithCarrier } from '../carrier/carrier.ts'
import type { JobPayload } from '../platform/jobs/jobs.ts'
import type { Services } from '../platform/services.ts'
import { insertCarrierRecordings } from './recordings/recordings.sql.ts'

/**
 * Ends a call that nobody is to hear any more, of a deleted account or proven on the dashboard, and has the carrier delete
 * its recordings.
 */
export async function settleCarrierCall(
  { db, clock, carrier }: Services & WithCarrier,
  { carrierCallId }: JobPayload<'settle-carrier-call'>,
): Promise<void> {
  await carrier.endCall(carrierCallId)
  const recordings = (await carrier.recordingsOf(carrierCallId)).map((recordingId) => ({ recordingId, fileKey: null }))
  await insertCarrierRecordings(db, { callId: null, recordings, now: clock.now() })
}
