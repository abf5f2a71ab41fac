import type { VoiceId } from '@reveille/core/speech/voices'
import { compress, saturate, type Compression } from './dynamics.ts'
import { filter, highPass, highShelf, lowShelf, peak, type Biquad } from './filters.ts'
import { resample } from './resample.ts'
import { room } from './room.ts'
import type { Sound } from './wav.ts'

const WORKING_RATE = 16_000

/** How a voice is made out of one of the engine's own. */
export type VoiceSound = {
  base: 'slt' | 'awb' | 'kal16' | 'rms'
  /** Played this much faster, after speaking as much slower: moves pitch and timbre, not the length. */
  pitch: number
  /** Mean and spread of the melody in Hz, before `pitch`. The base rms has a melody of its own that cannot be moved. */
  melody?: { mean: number; spread: number }
  /** More than 1 is slower. */
  tempo: number
  colour: (rate: number) => Biquad[]
  compression?: Compression
  drive: number
  room: number
}

export const VOICE_SOUNDS: Record<VoiceId, VoiceSound> = {
  lily: {
    base: 'slt',
    pitch: 1,
    melody: { mean: 182, spread: 14 },
    tempo: 1.18,
    colour: (rate) => [lowShelf(300, 2, rate), highShelf(2400, -5, rate)],
    drive: 0,
    room: 0.35,
  },
  bill: {
    base: 'awb',
    pitch: 0.86,
    melody: { mean: 112, spread: 8 },
    tempo: 1.14,
    colour: (rate) => [lowShelf(300, 3, rate), highShelf(1800, -7, rate)],
    drive: 0,
    room: 0.1,
  },
  liam: {
    base: 'kal16',
    pitch: 1.12,
    melody: { mean: 116, spread: 10 },
    tempo: 1.05,
    colour: (rate) => [peak(2500, 3, 1, rate)],
    compression: { ratio: 2, thresholdDb: -24 },
    drive: 0,
    room: 0,
  },
  'todd-thomas': {
    base: 'awb',
    pitch: 1.16,
    melody: { mean: 133, spread: 26 },
    tempo: 0.92,
    colour: (rate) => [peak(3000, 5, 0.9, rate)],
    compression: { ratio: 3, thresholdDb: -24 },
    drive: 0,
    room: 0,
  },
  'radio-station': {
    base: 'rms',
    pitch: 0.95,
    tempo: 0.97,
    colour: (rate) => [highPass(180, rate), peak(1800, 7, 0.8, rate)],
    compression: { ratio: 6, thresholdDb: -28 },
    drive: 2,
    room: 0,
  },
  jocko: {
    base: 'rms',
    pitch: 0.75,
    tempo: 1.12,
    colour: (rate) => [lowShelf(250, 5, rate), highShelf(1600, -8, rate)],
    compression: { ratio: 5, thresholdDb: -26 },
    drive: 3,
    room: 0,
  },
}

/** Turns what the engine spoke, slowed down by `pitch`, into the voice. */
export function giveVoice({ samples, rate }: Sound, sound: VoiceSound): Sound {
  const pitched = resample(samples, Math.round(rate * sound.pitch), WORKING_RATE)
  const even = sound.compression ? compress(pitched, WORKING_RATE, sound.compression) : pitched
  // Coloured last: saturation would give a dark voice its brightness back.
  const coloured = filter(saturate(even, sound.drive), sound.colour(WORKING_RATE))
  return { samples: room(coloured, WORKING_RATE, sound.room), rate: WORKING_RATE }
}
