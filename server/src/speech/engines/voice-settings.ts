import type { VoiceId } from '@reveille/core/speech/voices'
import { highShelf, lowShelf, peak } from '../audio/filters.ts'
import type { VoiceSound } from '../audio/voice-sound.ts'

export type OpenAiManner = { speed: number; instructions: string }

/** A character's manner with the ElevenLabs voice that the operator chose for it. */
export type ElevenLabsManner = { stability: number; style: number; speed: number }

type VoiceSettings = { flite: VoiceSound; openai: OpenAiManner; elevenlabs: ElevenLabsManner }

export const VOICE_SETTINGS: Record<VoiceId, VoiceSettings> = {
  lily: {
    flite: {
      base: 'slt',
      pitch: 1,
      melody: { mean: 185, spread: 22 },
      tempo: 1.05,
      commaPauseS: 0.24,
      colour: (rate) => [lowShelf(420, -1.5, rate), peak(2300, 8, 0.8, rate)],
      drive: 0,
      room: 0.25,
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
      pitch: 0.83,
      melody: { mean: 110, spread: 12 },
      tempo: 0.91,
      // He is in no hurry before a punch line.
      commaPauseS: 0.53,
      colour: (rate) => [lowShelf(450, -6, rate), peak(800, 5, 0.7, rate), highShelf(2200, -3, rate)],
      compression: { ratio: 3, thresholdDb: -28 },
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
      melody: { mean: 118, spread: 14 },
      tempo: 1.05,
      commaPauseS: 0.18,
      colour: (rate) => [lowShelf(450, 3, rate), peak(2500, 7, 1, rate)],
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
      melody: { mean: 138, spread: 42 },
      tempo: 0.89,
      commaPauseS: 0.17,
      colour: (rate) => [lowShelf(420, -3, rate), peak(2800, 6, 0.8, rate)],
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
      pitch: 1,
      tempo: 0.89,
      commaPauseS: 0.17,
      colour: (rate) => [lowShelf(450, -6, rate), peak(750, 4, 0.7, rate), peak(2200, 7, 0.8, rate)],
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
      pitch: 0.7,
      tempo: 0.87,
      commaPauseS: 0.22,
      colour: (rate) => [lowShelf(450, -6, rate), peak(750, 6, 0.7, rate), highShelf(2200, -2, rate)],
      compression: { ratio: 6, thresholdDb: -30 },
      drive: 3,
      room: 0,
    },
    openai: { speed: 0.96, instructions: 'Low and firm, short orders, never unkind.' },
    elevenlabs: { stability: 0.8, style: 0.3, speed: 0.95 },
  },
}
