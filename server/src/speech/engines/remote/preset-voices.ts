import type { VoiceId } from '@reveille/core/speech/voices'
import type { SpeechPreset } from '../../../platform/config/settings.ts'

type ServerKind = {
  /** The server's own name of the voice that fits each character. */
  voices: Readonly<Record<VoiceId, string>>
  /** Whether it speaks faster and slower when asked; nothing stretches the sound of one that doesn't. */
  heedsSpeed: boolean
  /** Whether it takes a description of the manner; others may refuse a field that they don't know. */
  heedsInstructions: boolean
}

/**
 * Which voices speak for our characters on each kind of speech server (docs/voices.md). Names of one kind are other
 * people on the next: most of OpenAI's men are women on a Kokoro server.
 */
export const SERVER_KINDS: Readonly<Record<SpeechPreset, ServerKind>> = {
  openai: {
    voices: {
      lily: 'shimmer',
      bill: 'fable',
      liam: 'echo',
      'todd-thomas': 'ash',
      'radio-station': 'alloy',
      jocko: 'onyx',
    },
    heedsSpeed: true,
    heedsInstructions: true,
  },
  /** Kokoro-FastAPI and Speaches. */
  kokoro: {
    voices: {
      lily: 'af_heart',
      bill: 'bm_george',
      liam: 'am_liam',
      'todd-thomas': 'am_puck',
      'radio-station': 'af_nova',
      jocko: 'am_onyx',
    },
    heedsSpeed: true,
    heedsInstructions: false,
  },
  chatterbox: {
    voices: {
      lily: 'Emily.wav',
      bill: 'Thomas.wav',
      liam: 'Michael.wav',
      'todd-thomas': 'Eli.wav',
      'radio-station': 'Taylor.wav',
      jocko: 'Adrian.wav',
    },
    heedsSpeed: true,
    heedsInstructions: false,
  },
  kitten: {
    voices: {
      lily: 'expr-voice-2-f',
      bill: 'expr-voice-4-m',
      liam: 'expr-voice-3-m',
      'todd-thomas': 'expr-voice-2-m',
      'radio-station': 'expr-voice-4-f',
      jocko: 'expr-voice-5-m',
    },
    heedsSpeed: true,
    heedsInstructions: false,
  },
  /** It has three men for our four: Bill and the Sergeant are the same one. */
  orpheus: {
    voices: {
      lily: 'mia',
      bill: 'leo',
      liam: 'dan',
      'todd-thomas': 'zac',
      'radio-station': 'tara',
      jocko: 'leo',
    },
    heedsSpeed: false,
    heedsInstructions: false,
  },
  'pocket-tts': {
    voices: {
      lily: 'alba',
      bill: 'bill_boerst',
      liam: 'michael',
      'todd-thomas': 'paul',
      'radio-station': 'caro_davy',
      jocko: 'stuart_bell',
    },
    heedsSpeed: false,
    heedsInstructions: false,
  },
}

/** The kind of server that has all of its six voices among these names; null when none has. */
export function presetAmong(names: readonly string[]): SpeechPreset | null {
  const listed = new Set(names)
  const hasAll = (preset: SpeechPreset) =>
    Object.values(SERVER_KINDS[preset].voices).every((voice) => listed.has(voice))
  return (Object.keys(SERVER_KINDS) as SpeechPreset[]).find(hasAll) ?? null
}
