import type { VoiceId } from '@reveille/core/speech/voices'

/** Where a clip is heard: over the telephone (WAV, 8 kHz mu-law) or in a browser (mp3). */
export type ClipForm = 'phone' | 'preview'

/** An engine that turns text into a finished clip: at −18 LUFS and in the form asked for. */
export type Speech = {
  /** Name and version of the engine: part of a clip's key, so that a new engine makes new clips. */
  engine: string
  engineVersion: string
  /** Changes when the same text would sound different: part of a clip's key. */
  fingerprint(voiceId: VoiceId): string
  /** Longest text in characters. */
  maxChars: number
  /** An outage, a time-out or an abort throws. `text` is spoken as it stands, never read as markup. */
  synthesize(request: SpeechRequest): Promise<SpeechResult>
}

export type SpeechRequest = {
  voiceId: VoiceId
  text: string
  form: ClipForm
  signal: AbortSignal
  /** Nobody waits for it yet: the embedded engine speaks it at the lowest priority, and is busy while anything else is wanted. */
  ahead?: boolean
}

export type SpeechResult =
  | { outcome: 'spoken'; audio: Buffer }
  | SpeechRefused
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

/** In order of preference; the last one needs no network (CALL-8). */
export type SpeechEngines = readonly [Speech, ...Speech[]]

export type WithSpeech = { speech: SpeechEngines }
