import type { Call } from '@reveille/core/calls/call'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Services } from '../../platform/services.ts'
import { oldRecordings, setRecordingKey } from './recordings.sql.ts'

const BATCH = 500

/** A person's recordings, deleted with the account. */
export const recordingFolder = (userId: number): string => `recordings/${userId}/`

/** One per call, so fetching again overwrites it. */
export function recordingKey({ id, userId }: Pick<Call, 'id' | 'userId'>): string {
  return `${recordingFolder(userId)}${id}.wav`
}

/**
 * Deletes our copies for calls that ended before this instant. Files first: after a crash the row still refers to them.
 */
export async function removeOldRecordings({ db, storage }: Services, before: Instant): Promise<void> {
  for (const { callId, key } of await oldRecordings(db, before, BATCH)) {
    await storage.delete(key)
    await setRecordingKey(db, callId, null)
  }
}
