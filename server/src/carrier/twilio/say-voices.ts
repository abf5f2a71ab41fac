import type { NamedVoice, NamedVoices } from '@reveille/core/speech/named-voices'
import type { VoiceId } from '@reveille/core/speech/voices'
import { DAY_MS } from '@reveille/core/time/duration'
import type { Clock } from '../../platform/clock/clock.ts'

/**
 * How the carrier speaks a text. Without a language it's a basic voice, which takes no markup; 'man' is the default.
 */
export type SayVoice =
  | { voice: 'man' | 'woman' }
  | {
      voice: string
      language: string
      prosody: Prosody
      /** Pause at a comma; default: the voice's own. */
      commaPauseMs?: number
    }

/** Adjusts a voice; empty: unchanged. */
type Prosody = { rate?: string; pitch?: string }

type Neural = { voice: string; rate?: number; pitch?: string; commaPauseMs?: number }

/** Amazon's and Google's neural voices by Twilio's names; only Google's take a pitch (docs/voices.md). */
const NEURAL: Readonly<Record<VoiceId, Neural>> = {
  lily: { voice: 'Polly.Ruth-Neural', rate: 0.9 },
  // He is in no hurry before a punch line.
  bill: { voice: 'Polly.Gregory-Neural', rate: 0.9, commaPauseMs: 400 },
  liam: { voice: 'Polly.Matthew-Neural' },
  'todd-thomas': { voice: 'Google.en-US-Neural2-I', rate: 1.1, pitch: '+2st' },
  'radio-station': { voice: 'Polly.Joanna-Neural', rate: 1.05 },
  jocko: { voice: 'Google.en-US-Neural2-J', rate: 0.95, pitch: '-3st' },
}

const WOMEN: ReadonlySet<VoiceId> = new Set(['lily', 'radio-station'])

/** A failed voice isn't tried again for this long. */
const REST_MS = DAY_MS

/** The limits that all of them accept. */
const [SLOWEST, FASTEST] = [0.5, 2]

/** The carrier's voices: basic ones, or neural ones if `chosen` is set, with its replacements. */
export function sayVoices(chosen: NamedVoices | null, clock: Pick<Clock, 'now'>) {
  let restsUntil = -Infinity
  return {
    /** Null: a neutral voice. */
    of(voiceId: VoiceId | null): SayVoice {
      if (voiceId === null) return { voice: 'man' }
      const isNeural = chosen !== null && clock.now() >= restsUntil
      return isNeural ? neural(voiceId, chosen[voiceId]) : { voice: WOMEN.has(voiceId) ? 'woman' : 'man' }
    },
    /** The carrier failed to speak with them: use basic voices, whose names can't be wrong, for a day. */
    rest: () => void (restsUntil = clock.now() + REST_MS),
  }
}

function neural(voiceId: VoiceId, chosen: NamedVoice | undefined): SayVoice {
  const usual = NEURAL[voiceId]
  const voice = chosen?.voice ?? usual.voice
  if (voice === 'man' || voice === 'woman') return { voice }
  const language = languageOf(voice)
  // Generative voices support prosody partly or not at all, so plain text is safest.
  if (/Chirp|-Generative$/.test(voice)) return { voice, language, prosody: {} }
  const rate = chosen?.speed ?? usual.rate
  const pitch = chosen === undefined ? usual.pitch : undefined
  const percent = rate === undefined ? null : Math.round(Math.min(FASTEST, Math.max(SLOWEST, rate)) * 100)
  return {
    voice,
    language,
    prosody: { ...(percent !== null && { rate: `${percent}%` }), ...(pitch !== undefined && { pitch }) },
    ...(usual.commaPauseMs !== undefined && { commaPauseMs: usual.commaPauseMs }),
  }
}

const BRITISH = new Set(['Amy', 'Arthur', 'Brian', 'Emma'])
const AUSTRALIAN = new Set(['Nicole', 'Olivia', 'Russell'])

/** With a language that isn't its own, a voice says nothing at all. */
function languageOf(voice: string): string {
  const [, google] = /^Google\.([a-z]{2}-[A-Z]{2})-/.exec(voice) ?? []
  if (google !== undefined) return google
  const [, name = ''] = /^Polly\.([A-Za-z]+)/.exec(voice) ?? []
  return BRITISH.has(name) ? 'en-GB' : AUSTRALIAN.has(name) ? 'en-AU' : 'en-US'
}
