import { createHash } from 'node:crypto'
import { VOICE_IDS, type VoiceId } from '@reveille/core/speech/voices'
import { DAY_MS } from '@reveille/core/time/duration'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Services } from '../../platform/services.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Speech, WithSpeech } from '../engines/speech-engine.ts'

/** A person's clip is made again after two weeks and deleted two later: never before a call that needs it. */
const PERIOD_DAYS = 14

export type ClipOwner = number | 'everybody'

/**
 * A person's clips are stored by owner, to be deleted with the account, and by two-week period. Shared ones are stored
 * by voice and stay as long as it sounds the same, so a sentence is paid for once.
 */
export function clipFolder(owner: ClipOwner, sound: string, now: Instant): string {
  return owner === 'everybody' ? `speech/shared/${sound}` : `${clipsFolder(owner)}${period(now, owner)}`
}

/** How an engine speaks a character: differs wherever the same words would sound different. */
export function soundOf(engine: Speech, voiceId: VoiceId): string {
  const parts = [engine.engine, engine.engineVersion, voiceId, engine.fingerprint(voiceId)]
  return `${voiceId}-${digest(parts).slice(0, 12)}`
}

/** Unguessable without knowing the parts. */
export function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

const clipsFolder = (owner: number): string => `speech/${owner}/`

/** An empty marker: this sound was in use in this two-week period. */
const useMark = (sound: string, now: Instant): string => `${USE_MARKS}${sound}/${period(now)}`
const USE_MARKS = 'speech/in-use/'

/** Whether a person's clip or a marker is so old (two to four weeks) that no call needs it. */
function isOld(key: string, now: Instant): boolean {
  const [, owner, made] = /^speech\/(?:in-use\/[^/]+|(\d+))\/(\d+)(?:\/|$)/.exec(key) ?? []
  return made !== undefined && Number(made) < period(now, Number(owner ?? 0)) - 1
}

/** The sound of a shared clip; null for any other key. */
export function soundOfShared(key: string): string | null {
  return /^speech\/shared\/([^/]+)\//.exec(key)?.[1] ?? null
}

/** Begins on a different day for each person, otherwise all names would be made again on one morning. */
const period = (now: Instant, owner = 0): number => Math.floor((now / DAY_MS + (owner % PERIOD_DAYS)) / PERIOD_DAYS)

type ClipServices = Pick<Services, 'storage' | 'clock'> & WithSpeech

/**
 * Deletes clips that no call can need: a person's after two to four weeks, and shared ones of voices that no engine has
 * used for as long. Returns how many. Run it once a day, on a worker.
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
      await markUsed(sound) // perhaps another version's, so its time begins now
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

export async function removeClipsOf({ storage }: Pick<Services, 'storage'>, userId: number): Promise<void> {
  for await (const key of storage.list(clipsFolder(userId))) await storage.delete(key)
}
