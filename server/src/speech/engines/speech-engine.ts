import type { VoiceId } from '@reveille/core/speech/voices'

/** Where a clip is heard: over the telephone (WAV, 8 kHz mu-law) or in a browser (mp3). */
export type ClipForm = 'phone' | 'preview'

/** An engine that turns text into a finished clip: as loud as any other, in the form asked for. */
export type Speech = {
  /** Name and version of the engine: part of a clip's key, so that a new engine makes new clips. */
  engine: string
  engineVersion: string
  /** Changes when the same text would sound different: part of a clip's key. */
  fingerprint(voiceId: VoiceId): string
  /** Longest text in characters. */
  maxChars: number
  /** A server's own voices, of which it may lack some; the embedded engine has none but ours. */
  voices?: EngineVoices
  /** Nobody is billed for it; the embedded engine, which comes last, needs no such word. */
  isFree?: true
  /** An outage, a time-out or an abort throws. `text` is spoken as it stands, never read as markup. */
  synthesize(request: SpeechRequest): Promise<SpeechResult>
}

export type EngineVoices = {
  /** A clip that takes longer is given up. */
  timeLimitMs: number
  /** The engine's own name of a character's voice; null while it isn't known, or when there is none. */
  nameOf(voiceId: VoiceId): string | null
  /** Has the voices chosen that the settings left open. Throws when the server can't be asked. */
  decide?(): Promise<void>
  /** All names that the server lists; null when it lists none. Throws when it can't be asked. */
  list?(): Promise<readonly string[] | null>
}

export type SpeechRequest = {
  voiceId: VoiceId
  text: string
  form: ClipForm
  signal: AbortSignal
  /** Nobody waits for it yet: the embedded engine speaks it at the lowest priority, and is busy while anything else is wanted. */
  ahead?: boolean
  /** Somebody listens, or will within two minutes: a slow engine gives way to the next one. */
  soon?: boolean
  /** Instead of the character's own, to compare voices. */
  speed?: number
}

export type SpeechResult =
  | { outcome: 'spoken'; audio: Buffer }
  | SpeechRefused
  | SpeechUnsound
  /** A voice pack that has no clip of these words: no failure, and the next engine speaks. */
  | { outcome: 'no-words' }
  | { outcome: 'busy'; retryAfterMs?: number }

/** An engine's refusal, which retrying the same words would not change. */
export type SpeechRefused = {
  outcome: 'refused'
  reason: 'auth' | 'quota' | 'invalid' | 'too-long'
  /** The provider's status and code; its message is dropped, because it quotes the text. */
  refusal?: { status: number; code: string | null; hint?: string }
  /** It refuses this voice, whatever the text, and would speak with the others. */
  onlyThisVoice?: true
  /** The engine was not asked: this is its earlier answer, which was logged then. */
  breakerOpen?: true
}

/** An answer that is no speech: broken off, silent, or in a form that was not asked for. */
export type SpeechUnsound = {
  outcome: 'unsound'
  reason: string
  /** As above. */
  breakerOpen?: true
}

/** In order of preference; the last one needs no network (CALL-8). */
export type SpeechEngines = readonly [Speech, ...Speech[]]

export type WithSpeech = { speech: SpeechEngines }
