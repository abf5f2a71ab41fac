import { VOICE_IDS } from '@reveille/core/speech/voices'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Services } from '../../platform/services.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { WithSpeech } from '../engines/speech-engine.ts'
import { clipsFolder, isOld, soundOf, soundOfShared, USE_MARKS, useMark } from './clip-folder.ts'

type ClipServices = Pick<Services, 'storage' | 'clock'> & WithSpeech

/**
 * Deletes what no call can need any more: a person's clips that were made two to four weeks ago, and everybody's by
 * voices that no engine has spoken with for as long. Returns how many. Run it once a day, on a worker.
 */
export async function removeOldClips({ speech, storage, clock }: ClipServices): Promise<number> {
  const now = clock.now()
  const markUsed = (sound: string) => storage.put(useMark(sound, now), Buffer.from('in use'), 'text/plain')
  for (const engine of speech) for (const voiceId of VOICE_IDS) await markUsed(soundOf(engine, voiceId))
  const { marked, used } = await marksOfUse(storage, now)
  let removed = 0
  for await (const key of storage.list('speech')) {
    const sound = soundOfShared(key)
    if (sound === null && !isOld(key, now)) continue
    if (sound !== null && used.has(sound)) continue
    if (sound !== null && !marked.has(sound)) {
      await markUsed(sound) // another version's, perhaps: its time begins now
      used.add(sound)
      continue
    }
    await storage.delete(key)
    removed++
  }
  return removed
}

async function marksOfUse(storage: Storage, now: Instant) {
  const [marked, used] = [new Set<string>(), new Set<string>()]
  for await (const key of storage.list(USE_MARKS)) {
    const sound = key.slice(USE_MARKS.length).split('/')[0]!
    marked.add(sound)
    if (!isOld(key, now)) used.add(sound)
  }
  return { marked, used }
}

/** Deletes at once everything that was spoken for one person (ACCT-3). */
export async function removeClipsOf({ storage }: Pick<Services, 'storage'>, userId: number): Promise<void> {
  for await (const key of storage.list(clipsFolder(userId))) await storage.delete(key)
}
