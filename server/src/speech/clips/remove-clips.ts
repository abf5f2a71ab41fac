import type { Services } from '../../platform/services.ts'
import { clipsFolder, isOldClip } from './clip-folder.ts'

/** Removes what was spoken for calls two to four weeks ago. Returns how many clips went. To be run once a day. */
export async function removeOldClips({ storage, clock }: Pick<Services, 'storage' | 'clock'>): Promise<number> {
  let removed = 0
  for await (const key of storage.list('speech')) {
    if (!isOldClip(key, clock.now())) continue
    await storage.delete(key)
    removed++
  }
  return removed
}

/** Removes at once everything that was spoken for one person (ACCT-3). */
export async function removeClipsOf({ storage }: Pick<Services, 'storage'>, userId: number): Promise<void> {
  for await (const key of storage.list(clipsFolder(userId))) await storage.delete(key)
}
