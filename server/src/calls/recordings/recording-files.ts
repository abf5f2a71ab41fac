import type { Instant } from '@reveille/core/time/time-zone'
import type { CallRow } from '../../platform/database/tables.ts'
import type { Services } from '../../platform/services.ts'
import { oldRecordings, setRecordingKey } from './recordings.sql.ts'

const BATCH = 500

/** Where the recordings of a person lie: to go with the account. */
export const recordingFolder = (userId: number): string => `recordings/${userId}/`

/** Our copy of a call's recording: one a call, so that fetching it again replaces it. */
export function recordingKey({ id, user_id }: Pick<CallRow, 'id' | 'user_id'>): string {
  return `${recordingFolder(user_id)}${id}.wav`
}

/** Removes our copies of calls that ended before this instant. The file first: after a crash the row still knows of it. */
export async function removeOldRecordings({ db, storage }: Services, before: Instant): Promise<void> {
  for (const { callId, key } of await oldRecordings(db, before, BATCH)) {
    await storage.delete(key)
    await setRecordingKey(db, callId, null)
  }
}
