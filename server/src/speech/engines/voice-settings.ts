import type { VoiceId } from '@reveille/core/speech/voices'
import { highPass, highShelf, lowShelf, peak } from '../audio/filters.ts'
import type { VoiceSound } from '../audio/voice-sound.ts'

/** How a character speaks with whichever voice of a server by OpenAI's protocol. */
export type OpenAiManner = { speed: number; instructions: string }

/** How a character speaks with whichever ElevenLabs voice the operator chose for it. */
export type ElevenLabsManner = { stability: number; style: number; speed: number }

type VoiceSettings = { flite: VoiceSound; openai: OpenAiManner; elevenlabs: ElevenLabsManner }

/** How each engine makes each voice: one row a voice. */
export const VOICE_SETTINGS: Record<VoiceId, VoiceSettings> = {
  lily: {
    flite: {
      base: 'slt',
      pitch: 1,
      melody: { mean: 182, spread: 14 },
      tempo: 1.05,
      colour: (rate) => [lowShelf(300, 2, rate), highShelf(2400, -5, rate)],
      drive: 0,
      room: 0.35,
    },
    openai: {
      speed: 0.92,
      instructions: 'Soft, unhurried and warm, as if the room were still dark.',
    },
    elevenlabs: { stability: 0.7, style: 0.1, speed: 0.9 },
  },
  bill: {
    flite: {
      base: 'awb',
      pitch: 0.86,
      melody: { mean: 112, spread: 8 },
      tempo: 0.96,
      colour: (rate) => [lowShelf(300, 3, rate), highShelf(1800, -7, rate)],
      drive: 0,
      room: 0.1,
    },
    openai: { speed: 0.92, instructions: 'An older neighbour: dry, patient, amused.' },
    elevenlabs: { stability: 0.65, style: 0.2, speed: 0.92 },
  },
  liam: {
    flite: {
      base: 'kal16',
      pitch: 1.12,
      melody: { mean: 116, spread: 10 },
      tempo: 1.05,
      colour: (rate) => [peak(2500, 3, 1, rate)],
      compression: { ratio: 2, thresholdDb: -24 },
      drive: 0,
      room: 0,
    },
    openai: { speed: 1, instructions: 'Friendly, clear and even.' },
    elevenlabs: { stability: 0.6, style: 0, speed: 1 },
  },
  'todd-thomas': {
    flite: {
      base: 'awb',
      pitch: 1.16,
      melody: { mean: 133, spread: 26 },
      tempo: 0.92,
      colour: (rate) => [peak(3000, 5, 0.9, rate)],
      compression: { ratio: 3, thresholdDb: -24 },
      drive: 0,
      room: 0,
    },
    openai: { speed: 1.1, instructions: 'A bright, quick sports coach before the match.' },
    elevenlabs: { stability: 0.35, style: 0.6, speed: 1.1 },
  },
  'radio-station': {
    flite: {
      base: 'rms',
      pitch: 0.95,
      tempo: 0.97,
      colour: (rate) => [highPass(180, rate), peak(1800, 7, 0.8, rate)],
      compression: { ratio: 6, thresholdDb: -28 },
      drive: 2,
      room: 0,
    },
    openai: { speed: 1.05, instructions: 'A polished morning radio host with a smile.' },
    elevenlabs: { stability: 0.5, style: 0.5, speed: 1.05 },
  },
  jocko: {
    flite: {
      base: 'rms',
      pitch: 0.75,
      tempo: 0.97,
      colour: (rate) => [lowShelf(250, 5, rate), highShelf(1600, -8, rate)],
      compression: { ratio: 5, thresholdDb: -26 },
      drive: 3,
      room: 0,
    },
    openai: { speed: 0.96, instructions: 'Low and firm, short orders, never unkind.' },
    elevenlabs: { stability: 0.8, style: 0.3, speed: 0.95 },
  },
}
