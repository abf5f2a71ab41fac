import type { NamedVoice, NamedVoices } from '@reveille/core/speech/named-voices'
import type { VoiceId } from '@reveille/core/speech/voices'
import { DAY_MS } from '@reveille/core/time/duration'
import type { Clock } from '../../platform/clock/clock.ts'

/** How the carrier speaks a text itself. Without a language it is a basic voice, which takes no markup; a man is its usual one. */
export type SayVoice =
  | { voice: 'man' | 'woman' }
  | {
      voice: string
      language: string
      prosody: Prosody
      /** How long it pauses at a comma; unset: as it does. */
      commaPauseMs?: number
    }

/** A voice's own manner; empty: as it comes. */
type Prosody = { rate?: string; pitch?: string }

type Neural = { voice: string; rate?: number; pitch?: string; commaPauseMs?: number }

/** Amazon's and Google's neural voices, as Twilio names them; only Google's take a pitch (docs/voices.md). */
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

/** A failed voice is not tried again for so long. */
const REST_MS = DAY_MS

/** The slowest and fastest that all of them speak. */
const [SLOWEST, FASTEST] = [0.5, 2]

export type SayVoices = {
  /** Null: nobody's words. */
  of(voiceId: VoiceId | null): SayVoice
  /** The carrier could not speak with them: basic voices do for a day, whose names can't be wrong. */
  rest(): void
}

/** Who speaks where the carrier does: a basic voice, or a neural one where `chosen` says so, with its replacements. */
export function sayVoices(chosen: NamedVoices | null, clock: Pick<Clock, 'now'>): SayVoices {
  let restsUntil = -Infinity
  return {
    of(voiceId) {
      if (voiceId === null) return { voice: 'man' }
      const isNeural = chosen !== null && clock.now() >= restsUntil
      return isNeural ? neural(voiceId, chosen[voiceId]) : { voice: WOMEN.has(voiceId) ? 'woman' : 'man' }
    },
    rest: () => void (restsUntil = clock.now() + REST_MS),
  }
}

function neural(voiceId: VoiceId, chosen: NamedVoice | undefined): SayVoice {
  const usual = NEURAL[voiceId]
  const voice = chosen?.voice ?? usual.voice
  if (voice === 'man' || voice === 'woman') return { voice }
  const language = languageOf(voice)
  // The generative ones take prosody in part or not at all: plain text is safest.
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

/** A voice with another language than its own makes the carrier say nothing at all. */
function languageOf(voice: string): string {
  const [, google] = /^Google\.([a-z]{2}-[A-Z]{2})-/.exec(voice) ?? []
  if (google !== undefined) return google
  const [, name = ''] = /^Polly\.([A-Za-z]+)/.exec(voice) ?? []
  return BRITISH.has(name) ? 'en-GB' : AUSTRALIAN.has(name) ? 'en-AU' : 'en-US'
}
