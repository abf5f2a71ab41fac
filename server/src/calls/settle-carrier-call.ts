import * as z from 'zod/mini'
import type { WithCarrier } from '../carrier/carrier.ts'
import { RETRIED_FOR_TWO_WEEKS, type Job } from '../platform/jobs/jobs.ts'
import type { Services } from '../platform/services.ts'
import { insertCarrierRecordings } from './recordings/recordings.sql.ts'

/** The carrier's id. */
export const settleCarrierCallJob: Job<{ carrierCallId: string }> = {
  name: 'settle-carrier-call',
  payload: z.object({ carrierCallId: z.string() }),
  retry: RETRIED_FOR_TWO_WEEKS,
}

/**
 * Ends a call that nobody should hear, of a deleted account or confirmed on the dashboard, and deletes its recordings.
 */
export async function settleCarrierCall(
  { db, clock, carrier }: Services & WithCarrier,
  { carrierCallId }: { carrierCallId: string },
): Promise<void> {
  await carrier.endCall(carrierCallId)
  const recordings = (await carrier.recordingsOf(carrierCallId)).map((recordingId) => ({ recordingId, fileKey: null }))
  await insertCarrierRecordings(db, { callId: null, recordings, now: clock.now() })
}
