import type { VoiceId } from '@reveille/core/speech/voices'

/** For the telephone (WAV, 8 kHz mu-law) or a browser (mp3). */
export type ClipForm = 'phone' | 'preview'

/** An engine that turns text into a finished clip at the common loudness. */
export type Speech = {
  /** Engine name and version are part of a clip's key, so that a new engine makes new clips. */
  engine: string
  engineVersion: string
  /** Changes when the same text would sound different; part of a clip's key. */
  fingerprint(voiceId: VoiceId): string
  /** Longest text in characters. */
  maxChars: number
  /** A server's own voices, which may lack some; the embedded engine has only ours. */
  voices?: EngineVoices
  /** Nobody is billed for it. Unset for the embedded engine, which comes last. */
  isFree?: true
  /** Throws on an outage, a timeout or an abort. `text` is spoken literally, never as markup. */
  synthesize(request: SpeechRequest): Promise<SpeechResult>
}

export type EngineVoices = {
  /** Gives up a clip that takes longer. */
  timeLimitMs: number
  /** The engine's name of a character's voice; null while unknown, or if there is none. */
  nameOf(voiceId: VoiceId): string | null
  /** Chooses the voices that the settings left open. Throws if the server can't be asked. */
  decide?(): Promise<void>
  /** All names that the server lists; null if it lists none. Throws if it can't be asked. */
  list?(): Promise<readonly string[] | null>
}

export type SpeechRequest = {
  voiceId: VoiceId
  text: string
  form: ClipForm
  signal: AbortSignal
  /** Nobody waits for it yet: lowest priority, and the embedded engine is busy while anything else is wanted. */
  ahead?: boolean
  /** Somebody listens, or will within two minutes: a slow engine gives way to the next one. */
  soon?: boolean
  /** Replaces the character's own, to compare voices. */
  speed?: number
}

export type SpeechResult =
  | { outcome: 'spoken'; audio: Buffer }
  | SpeechRefused
  | SpeechUnsound
  /** A voice pack lacks these words: not a failure, and the next engine speaks. */
  | { outcome: 'no-words' }
  | { outcome: 'busy'; retryAfterMs?: number }

/** A refusal that retrying the same words wouldn't change. */
export type SpeechRefused = {
  outcome: 'refused'
  reason: 'auth' | 'quota' | 'invalid' | 'too-long'
  /** The provider's status and code, without its message, which quotes the text. */
  refusal?: { status: number; code: string | null; hint?: string }
  /** It refuses this voice for any text, but would speak with others. */
  onlyThisVoice?: true
  /** The engine wasn't asked: this repeats its earlier answer, which was logged then. */
  breakerOpen?: true
}

/** An answer that isn't speech: broken off, silent or in the wrong format. */
export type SpeechUnsound = {
  outcome: 'unsound'
  reason: string
  /** The engine wasn't asked: this repeats its earlier answer, which was logged then. */
  breakerOpen?: true
}

/** In order of preference; the last one needs no network. */
export type SpeechEngines = readonly [Speech, ...Speech[]]

export type WithSpeech = { speech: SpeechEngines }
