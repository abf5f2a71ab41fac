import type { VoiceId } from '@reveille/core/speech/voices'
import type { Instant } from '@reveille/core/time/time-zone'
import type { SpeechFailure } from '../../platform/metrics/metrics.ts'
import type { Services } from '../../platform/services.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { ClipForm, Speech, SpeechResult, WithSpeech } from '../engines/speech-engine.ts'
import { clipFolder, digest, soundOf, type ClipOwner } from './clip-folder.ts'

export type ToSpeak = {
  voiceId: VoiceId
  text: string
  form: ClipForm
  /** A person's clip is deleted with the account or when it's old. Without an owner it's shared. */
  owner?: ClipOwner
  /** Who pays if a clip must be made. Without a budget nobody does, as for the voices' introductions. */
  budget?: SpeechBudget
  /** Somebody listens, or will within two minutes. */
  soon?: boolean
}

export type SpeechBudget = {
  /** Pays an engine for these characters; false if the budget is used up, and the next engine is asked. */
  pays(characters: number, engine: { isEmbedded: boolean }): Promise<boolean>
  /** Counts what is stored. */
  stored(bytes: number): Promise<void>
}

export type SpeakResult =
  /** The clips are in storage under `keys`, in the order of the sentences, all by one engine. */
  | { outcome: 'ready'; keys: string[]; engine: string }
  /** Not even the embedded engine could speak, so the carrier's own voice does. Never silence. */
  | { outcome: 'unavailable' }

export const CLIP_TYPES = { phone: 'audio/wav', preview: 'audio/mpeg' } as const satisfies Record<ClipForm, string>
const EXTENSIONS = { phone: 'wav', preview: 'mp3' } as const satisfies Record<ClipForm, string>

/** The longest wait for one engine, queue included. Adapters limit single requests far below this. */
const ENGINE_LIMIT_MS = 300_000

type SpeakServices = Pick<Services, 'storage' | 'clock' | 'log' | 'metrics'> & WithSpeech
type Made =
  | { outcome: 'stored' }
  | { outcome: 'no-budget' }
  | Exclude<SpeechResult, { outcome: 'spoken' }>
  | { outcome: 'failed' | 'slow'; reason: string }

/**
 * Makes sure that the clips of these sentences are stored, all by the first engine that can speak every one, so no part
 * mixes two voices. Reuses stored clips. Throws only if storage fails or `stop` aborts; an engine's failure is logged
 * and the next engine tries.
 */
export async function speak(
  services: SpeakServices,
  sentences: readonly ToSpeak[],
  stop?: AbortSignal,
): Promise<SpeakResult> {
  const { speech, metrics } = services
  let failed: Speech | null = null
  for (const engine of speech) {
    const said = await Promise.all(sentences.map((sentence) => speakBy(services, engine, sentence, stop)))
    const keys = said.flatMap((one) => ('key' in one ? [one.key] : []))
    if (keys.length === said.length) {
      if (failed !== null) metrics.spokeInstead(failed.engine, engine.engine)
      return { outcome: 'ready', keys, engine: engine.engine }
    }
    if (said.some((one) => 'failed' in one)) failed ??= engine
  }
  if (failed !== null) metrics.spokeInstead(failed.engine, 'carrier')
  return { outcome: 'unavailable' }
}

/** Left out: no budget for it, or a voice pack lacks these words. Neither is a failure. */
type Said = { key: string } | { failed: true } | { leftOut: true }

async function speakBy(
  { storage, clock, log, metrics, speech }: SpeakServices,
  engine: Speech,
  sentence: ToSpeak,
  stop: AbortSignal | undefined,
): Promise<Said> {
  const clip = plain(sentence)
  const key = clipKey(engine, clip, clock.now())
  if (await storage.exists(key)) {
    metrics.clip(engine.engine, 'found', clip.text.length)
    return { key }
  }
  const isEmbedded = engine === speech.at(-1) || engine.isFree === true
  const made = await deduplicated(storage, key, () => make(engine, clip, { storage, metrics, key, stop, isEmbedded }))
  if (made.outcome === 'stored') return { key }
  if (made.outcome === 'no-budget' || made.outcome === 'no-words') return { leftOut: true }
  const reason = failureOf(made)
  metrics.speechFailed(engine.engine, clip.voiceId, reason)
  if ('breakerOpen' in made && made.breakerOpen) return { failed: true } // logged when it was refused
  log.warn({ engine: engine.engine, voiceId: clip.voiceId, ...made }, 'speech engine failed')
  return { failed: true }
}

function failureOf(made: Exclude<Made, { outcome: 'stored' | 'no-budget' | 'no-words' }>): SpeechFailure {
  if (made.outcome === 'refused') return made.reason
  return made.outcome === 'unsound' ? 'failed' : made.outcome
}

/**
 * Makes a clip that nobody waits for, at the lowest priority. False if the engine is needed elsewhere: try again later.
 * Leaves a sentence that the engine can't speak to the call that needs it.
 */
export async function makeAhead(
  { storage, clock, metrics }: SpeakServices,
  engine: Speech,
  toSpeak: ToSpeak,
  stop: AbortSignal,
): Promise<boolean> {
  const clip = plain(toSpeak)
  const key = clipKey(engine, clip, clock.now())
  if (await storage.exists(key)) return true
  // Not `deduplicated`: a call that wants these words now must not wait at the lowest priority.
  const made = await make(engine, clip, { storage, metrics, key, stop, isEmbedded: true, ahead: true }).catch(
    (error: unknown) => {
      if (!stop.aborted) throw error
      return { outcome: 'busy' as const }
    },
  )
  return made.outcome !== 'busy'
}

const plain = (toSpeak: ToSpeak): ToSpeak => ({
  ...toSpeak,
  text: toSpeak.text.normalize('NFC').replace(/\s+/g, ' ').trim(),
})

type Making = Pick<Services, 'storage' | 'metrics'> & {
  key: string
  stop: AbortSignal | undefined
  isEmbedded: boolean
  ahead?: boolean
}

async function make(
  engine: Speech,
  { voiceId, text, form, budget, soon = false }: ToSpeak,
  { storage, metrics, key, stop, isEmbedded, ahead = false }: Making,
): Promise<Made> {
  if (text.length > engine.maxChars) return { outcome: 'refused', reason: 'too-long' }
  if (budget !== undefined && !(await budget.pays(text.length, { isEmbedded }))) return { outcome: 'no-budget' }
  const limit = AbortSignal.timeout(ENGINE_LIMIT_MS)
  const signal = stop === undefined ? limit : AbortSignal.any([stop, limit])
  const result = await engine.synthesize({ voiceId, text, form, signal, ahead, soon }).catch((error: unknown) => {
    stop?.throwIfAborted() // an abort isn't the engine's failure
    const isSlow = error instanceof Error && error.name === 'TimeoutError'
    const reason = error instanceof Error ? error.message : 'unknown'
    return { outcome: isSlow ? ('slow' as const) : ('failed' as const), reason }
  })
  if (result.outcome !== 'spoken') return result
  metrics.clip(engine.engine, engine.isFree ? 'found' : 'made', text.length)
  await storage.put(key, result.audio, CLIP_TYPES[form])
  await budget?.stored(result.audio.length)
  return { outcome: 'stored' }
}

const underWay = new WeakMap<Storage, Map<string, Promise<Made>>>()

/** Deduplicates: a hundred people who want a sentence at the same moment share one synthesis. */
function deduplicated(storage: Storage, key: string, work: () => Promise<Made>): Promise<Made> {
  const here = underWay.get(storage) ?? new Map<string, Promise<Made>>()
  underWay.set(storage, here)
  const making = here.get(key) ?? work().finally(() => here.delete(key))
  here.set(key, making)
  return making
}

/** Equal keys mean equal sounds. */
function clipKey(engine: Speech, { voiceId, form, text, owner = 'everybody' }: ToSpeak, now: Instant): string {
  const sound = soundOf(engine, voiceId)
  return `${clipFolder(owner, sound, now)}/${digest([sound, form, text])}.${EXTENSIONS[form]}`
}
