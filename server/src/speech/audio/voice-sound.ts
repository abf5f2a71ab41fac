import { compress, saturate, type Compression } from './dynamics.ts'
import { filter, resample, type Biquad } from './filters.ts'
import type { Sound } from './wav.ts'

const WORKING_RATE = 16_000

/** In seconds. */
export type Pause = { from: number; to: number }

const STEP_S = 0.01
/** Engines breathe during a pause; fades keep the breath from clicking. */
const FADE_S = 0.008

/** How to turn one of the engine's voices into a character's. */
export type VoiceSound = {
  base: 'slt' | 'awb' | 'kal16' | 'rms'
  /** Speaks slower by this factor, then plays faster: changes pitch and timbre, not length. */
  pitch: number
  /** Mean and spread of the pitch contour in Hz, before `pitch`. The base rms has a fixed one. */
  melody?: { mean: number; spread: number }
  /** More than 1 is slower. */
  tempo: number
  /** The shortest pause at a comma, in seconds; the engine's own take about 0.2. */
  commaPauseS: number
  colour: (rate: number) => Biquad[]
  compression?: Compression
  drive: number
  room: number
}

export type Spoken = Sound & { pauses: readonly Pause[] }

/** Turns what the engine spoke, slowed down by `pitch`, into the voice. */
export function giveVoice({ samples, rate, pauses }: Spoken, sound: VoiceSound): Sound {
  const unhurried = lengthenPauses(samples, rate, pauses, sound.commaPauseS * sound.pitch)
  const pitched = resample(unhurried, Math.round(rate * sound.pitch), WORKING_RATE)
  const even = sound.compression ? compress(pitched, WORKING_RATE, sound.compression) : pitched
  // Equalize last: saturation would brighten a dark voice again.
  const coloured = filter(saturate(even, sound.drive), sound.colour(WORKING_RATE))
  return { samples: room(coloured, WORKING_RATE, sound.room), rate: WORKING_RATE }
}

/** Inserts silence where each is quietest. Pauses are in order, and none is at the beginning or end. */
export function lengthenPauses(
  samples: Float64Array,
  rate: number,
  pauses: readonly Pause[],
  atLeastS: number,
): Float64Array {
  const tooShort = pauses.filter(({ from, to }) => to - from < atLeastS)
  if (tooShort.length === 0) return samples
  const cuts = [0, ...tooShort.map((pause) => quietest(samples, rate, pause)), samples.length]
  const parts = cuts.slice(1).map((end, i) => faded(samples.slice(cuts[i], end), rate))
  const silences = tooShort.map(({ from, to }) => Math.round((atLeastS - (to - from)) * rate))
  const longer = new Float64Array(samples.length + silences.reduce((sum, length) => sum + length, 0))
  let written = 0
  for (const [i, part] of parts.entries()) {
    longer.set(part, written)
    written += part.length + (silences[i] ?? 0)
  }
  return longer
}

/** The middle sample of a pause's quietest hundredth of a second. */
function quietest(samples: Float64Array, rate: number, { from, to }: Pause): number {
  const step = Math.round(STEP_S * rate)
  let best = { at: Math.round(((from + to) / 2) * rate), power: Number.POSITIVE_INFINITY }
  for (let at = Math.round(from * rate); at + step <= to * rate; at += step) {
    const power = samples.subarray(at, at + step).reduce((sum, sample) => sum + sample * sample, 0)
    if (power < best.power) best = { at: at + (step >> 1), power }
  }
  return best.at
}

function faded(part: Float64Array, rate: number): Float64Array {
  const fade = Math.round(FADE_S * rate)
  return part.map((sample, i) => sample * Math.min(1, i / fade, (part.length - 1 - i) / fade))
}

/** Delays in ms and their gains: early reflections of a small, carpeted room. */
const REFLECTIONS: readonly (readonly [number, number])[] = [
  [7, 0.5],
  [11, 0.42],
  [17, 0.36],
  [23, 0.28],
  [31, 0.22],
  [41, 0.15],
]

/** Adds the sound of a small room. `amount`: 0 is none, 1 is bare walls. */
export function room(samples: Float64Array, rate: number, amount: number): Float64Array {
  if (amount === 0) return samples
  const delays = REFLECTIONS.map(([ms, strength]) => [Math.round((ms * rate) / 1000), strength * amount] as const)
  return samples.map((sample, i) => {
    let sum = sample
    for (const [delay, strength] of delays) sum += strength * (samples[i - delay] ?? 0)
    return sum
  })
}
