import { createHash } from 'node:crypto'
import type { VoiceId } from '@reveille/core/speech/voices'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Services } from '../../platform/services.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { ClipForm, Speech, SpeechResult, WithSpeech } from '../engines/speech-engine.ts'
import { clipFolder, type ClipOwner } from './clip-folder.ts'

export type ToSpeak = {
  voiceId: VoiceId
  text: string
  form: ClipForm
  /** A person's clip is deleted with the account, and a call's clip when it is old. Without an owner the clip is everybody's. */
  owner?: ClipOwner
  /** Who pays when a clip must be made; without a budget nobody does, as for the twelve introductions. */
  budget?: SpeechBudget
}

export type SpeechBudget = {
  /** Pays an engine for these characters; false when nothing is left for it, and the next one is asked. */
  pays(characters: number, engine: { isEmbedded: boolean }): Promise<boolean>
  /** Counts what is stored. */
  stored(bytes: number): Promise<void>
}

export type SpeakResult =
  /** The clip is in storage under `key`. */
  | { outcome: 'ready'; key: string; engine: string }
  /** Not even the embedded engine could speak: the carrier's own voice does. Never silence (CALL-8). */
  | { outcome: 'unavailable' }

export const CLIP_TYPES = { phone: 'audio/wav', preview: 'audio/mpeg' } as const satisfies Record<ClipForm, string>
const EXTENSIONS = { phone: 'wav', preview: 'mp3' } as const satisfies Record<ClipForm, string>

/** Longest wait for one engine, its queue included. Each adapter limits a single request far below. */
const ENGINE_LIMIT_MS = 300_000

type SpeakServices = Pick<Services, 'storage' | 'clock' | 'log' | 'metrics'> & WithSpeech
type Made =
  | { outcome: 'stored' }
  | { outcome: 'no-budget' }
  | Exclude<SpeechResult, { outcome: 'spoken' }>
  | { outcome: 'failed'; reason: string }

/**
 * Makes sure that a clip of this text is stored, by the first engine that can (CALL-8). The same text again finds that
 * clip. Throws only when storage fails, or when `stop` aborts; an engine's failure is logged and leads to the next
 * engine.
 */
export async function speak(
  { speech, storage, clock, log, metrics }: SpeakServices,
  toSpeak: ToSpeak,
  stop?: AbortSignal,
): Promise<SpeakResult> {
  const clip = plain(toSpeak)
  for (const engine of speech) {
    const key = clipKey(engine, clip, clock.now())
    if (await storage.exists(key)) return { outcome: 'ready', key, engine: engine.engine }
    const isEmbedded = engine === speech.at(-1)
    const made = await onlyOnce(storage, key, () => make(engine, clip, { storage, key, stop, isEmbedded }))
    if (made.outcome === 'no-budget') continue
    if (made.outcome === 'stored') return { outcome: 'ready', key, engine: engine.engine }
    const reason = made.outcome === 'busy' ? 'busy' : made.outcome === 'failed' ? 'failed' : made.reason
    metrics.speechFailed(engine.engine, clip.voiceId, reason)
    if (made.outcome === 'refused' && made.breakerOpen) continue // logged when it was refused
    log.warn({ engine: engine.engine, voiceId: clip.voiceId, ...made }, 'speech engine could not speak')
  }
  return { outcome: 'unavailable' }
}

/** The key of a clip that exists, by the most preferred engine that made one; null when there is none. */
export async function storedClip(
  { speech, storage, clock }: Pick<Services, 'storage' | 'clock'> & WithSpeech,
  toSpeak: ToSpeak,
): Promise<string | null> {
  for (const engine of speech) {
    const key = clipKey(engine, plain(toSpeak), clock.now())
    if (await storage.exists(key)) return key
  }
  return null
}

const plain = (toSpeak: ToSpeak): ToSpeak => ({
  ...toSpeak,
  text: toSpeak.text.normalize('NFC').replace(/\s+/g, ' ').trim(),
})

async function make(
  engine: Speech,
  { voiceId, text, form, budget }: ToSpeak,
  {
    storage,
    key,
    stop,
    isEmbedded,
  }: { storage: Storage; key: string; stop: AbortSignal | undefined; isEmbedded: boolean },
): Promise<Made> {
  if (text.length > engine.maxChars) return { outcome: 'refused', reason: 'too-long' }
  if (budget !== undefined && !(await budget.pays(text.length, { isEmbedded }))) return { outcome: 'no-budget' }
  const limit = AbortSignal.timeout(ENGINE_LIMIT_MS)
  const signal = stop === undefined ? limit : AbortSignal.any([stop, limit])
  const result = await engine.synthesize({ voiceId, text, form, signal }).catch((error: unknown) => {
    stop?.throwIfAborted() // the abort is not the engine's failure
    return { outcome: 'failed' as const, reason: error instanceof Error ? error.message : 'unknown' }
  })
  if (result.outcome !== 'spoken') return result
  await storage.put(key, result.audio, CLIP_TYPES[form])
  await budget?.stored(result.audio.length)
  return { outcome: 'stored' }
}

const underWay = new WeakMap<Storage, Map<string, Promise<Made>>>()

/** A hundred people who want the same preview or goodbye at the same moment wait for one synthesis. */
function onlyOnce(storage: Storage, key: string, work: () => Promise<Made>): Promise<Made> {
  const here = underWay.get(storage) ?? new Map<string, Promise<Made>>()
  underWay.set(storage, here)
  const making = here.get(key) ?? work().finally(() => here.delete(key))
  here.set(key, making)
  return making
}

/** Same key, same sound; unguessable without knowing the text. */
function clipKey(engine: Speech, { voiceId, form, text, owner = 'everybody' }: ToSpeak, now: Instant): string {
  const parts = [engine.engine, engine.engineVersion, voiceId, engine.fingerprint(voiceId), form, text]
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return `${clipFolder(owner, now)}/${digest}.${EXTENSIONS[form]}`
}
