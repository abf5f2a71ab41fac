import { recordingFolder } from '../calls/recordings/recording-files.ts'
import type { JobPayload } from '../platform/jobs/jobs.ts'
import type { Services } from '../platform/services.ts'
import { removeClipsOf } from '../speech/clips/clip-folder.ts'
import { exportFolder } from './export/build-export.ts'

/** Deletes every file of a deleted account; retried after a failure until none is left. */
export async function eraseFiles(services: Services, { userId }: JobPayload<'erase-files'>): Promise<void> {
  const { storage } = services
  for (const folder of [recordingFolder(userId), exportFolder(userId)]) {
    for await (const key of storage.list(folder)) await storage.delete(key)
  }
  await removeClipsOf(services, userId)
}
