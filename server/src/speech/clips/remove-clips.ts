import type { Services } from '../../platform/services.ts'
import { clipsFolder, isOldClip } from './clip-folder.ts'

/** Deletes clips for calls that were made two to four weeks ago. Returns how many. Run it once a day. */
export async function removeOldClips({ storage, clock }: Pick<Services, 'storage' | 'clock'>): Promise<number> {
  let removed = 0
  for await (const key of storage.list('speech')) {
    if (!isOldClip(key, clock.now())) continue
    await storage.delete(key)
    removed++
  }
  return removed
}

/** Deletes at once everything that was spoken for one person (ACCT-3). */
export async function removeClipsOf({ storage }: Pick<Services, 'storage'>, userId: number): Promise<void> {
  for await (const key of storage.list(clipsFolder(userId))) await storage.delete(key)
}
