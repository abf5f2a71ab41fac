import { pitches } from './measure.ts'
import { powerSpectrum } from './spectrum.ts'

const FRAME = 512
const HOP = 256
/** Frames this far below the loudest are pauses. */
const PAUSE_DB = 40
/** A telephone carries no higher frequency. */
const HIGHEST_HZ = 3400
/** Mean square of `powerSpectrum`'s window, times the sides of a spectrum, of which it returns one. */
const WINDOW = (3 / 8) * 2 ** -1

/** The level of speech between `hz` and 3,400 Hz, in dB of full scale: what even the smallest speaker plays. */
export function levelAbove(samples: Float64Array, rate: number, hz: number): number {
  const powers = spokenPowers(samples)
  return 10 * Math.log10(sumFrom(powers, hz, rate) / (FRAME * FRAME * WINDOW))
}

/** The share of speech energy between `hz` and 3,400 Hz, 0…1, where consonants are. */
export function shareAbove(samples: Float64Array, rate: number, hz: number): number {
  const powers = spokenPowers(samples)
  return sumFrom(powers, hz, rate) / sumFrom(powers, 0, rate)
}

function sumFrom(powers: Float64Array, hz: number, rate: number): number {
  const [from, to] = [Math.ceil((hz * FRAME) / rate), Math.floor((HIGHEST_HZ * FRAME) / rate)]
  return powers.subarray(from, to + 1).reduce((sum, power) => sum + power, 0)
}

/** Mean power spectrum of the frames with speech. */
function spokenPowers(samples: Float64Array): Float64Array {
  const frames: Float64Array[] = []
  for (let start = 0; start + FRAME <= samples.length; start += HOP) {
    frames.push(powerSpectrum(samples.subarray(start, start + FRAME)))
  }
  const energies = frames.map((powers) => powers.reduce((sum, power) => sum + power, 0))
  const least = Math.max(...energies) * 10 ** (-PAUSE_DB / 10)
  const spoken = frames.filter((_, i) => energies[i]! > least)
  return Float64Array.from({ length: FRAME / 2 }, (_, bin) =>
    spoken.reduce((sum, powers) => sum + powers[bin]! / spoken.length, 0),
  )
}

/**
 * How much the pitch moves, in semitones: half the distance between the pitches below and above which a sixth of the
 * voiced frames lie (one standard deviation of a normal distribution). Robust against frames misread by an octave.
 */
export function pitchSpread(samples: Float64Array, rate: number): number {
  const sorted = pitches(samples, rate).toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!
  return (12 * Math.log2(at(0.841) / at(0.159))) / 2
}

/** The longest time without a pause of `pauseS`, in seconds. A pause is 40 dB below the loudest 20 ms. */
export function longestWithoutPause(samples: Float64Array, rate: number, pauseS = 0.15): number {
  const step = Math.round(0.01 * rate)
  const powers = Array.from({ length: Math.floor(samples.length / step) }, (_, at) =>
    samples.subarray(at * step, (at + 1) * step).reduce((sum, sample) => sum + sample * sample, 0),
  )
  const least = Math.max(...powers) * 10 ** (-PAUSE_DB / 10)
  const [pause, silent] = [Math.round(pauseS / 0.01), powers.map((power) => power <= least)]
  let [longest, since, silence] = [0, 0, 0]
  for (const [at, isSilent] of silent.entries()) {
    silence = isSilent ? silence + 1 : 0
    if (silence >= pause) since = at + 1
    else longest = Math.max(longest, at + 1 - since)
  }
  return (longest * step) / rate
}
