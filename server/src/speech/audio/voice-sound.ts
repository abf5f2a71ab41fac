import { compress, saturate, type Compression } from './dynamics.ts'
import { filter, type Biquad } from './filters.ts'
import { lengthenPauses, type Pause } from './inner-pauses.ts'
import { resample } from './resample.ts'
import { room } from './room.ts'
import type { Sound } from './wav.ts'

const WORKING_RATE = 16_000

/** How a voice is made out of one of the engine's own. */
export type VoiceSound = {
  base: 'slt' | 'awb' | 'kal16' | 'rms'
  /** Played faster by this factor, after speaking slower by it: moves pitch and timbre, not the length. */
  pitch: number
  /** Mean and spread of the melody in Hz, before `pitch`. The base rms has a fixed melody of its own. */
  melody?: { mean: number; spread: number }
  /** Tempo; more than 1 is slower. */
  tempo: number
  /** The shortest pause at a comma, in seconds; the engine's own are some 0.2. */
  commaPauseS: number
  colour: (rate: number) => Biquad[]
  compression?: Compression
  drive: number
  room: number
}

/** What the engine spoke, and where it paused within. */
export type Spoken = Sound & { pauses: readonly Pause[] }

/** Turns what the engine spoke, slowed down by `pitch`, into the voice. */
export function giveVoice({ samples, rate, pauses }: Spoken, sound: VoiceSound): Sound {
  const unhurried = lengthenPauses(samples, rate, pauses, sound.commaPauseS * sound.pitch)
  const pitched = resample(unhurried, Math.round(rate * sound.pitch), WORKING_RATE)
  const even = sound.compression ? compress(pitched, WORKING_RATE, sound.compression) : pitched
  // Equalised last: saturation would brighten a dark voice again.
  const coloured = filter(saturate(even, sound.drive), sound.colour(WORKING_RATE))
  return { samples: room(coloured, WORKING_RATE, sound.room), rate: WORKING_RATE }
}
