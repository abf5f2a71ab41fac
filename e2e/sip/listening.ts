import type { Sound } from './sound.ts'

const STEP_S = 0.02

/** The share of the loudest second's energy at this frequency, 0 to 1. */
export function shareOfTone(sound: Sound, hz: number): number {
  const second = loudestSecond(sound)
  const energy = second.reduce((total, sample) => total + sample * sample, 0)
  let [real, imaginary] = [0, 0]
  for (const [at, sample] of second.entries()) {
    real += sample * Math.cos((2 * Math.PI * hz * at) / sound.rate)
    imaginary += sample * Math.sin((2 * Math.PI * hz * at) / sound.rate)
  }
  return energy === 0 ? 0 : (2 * (real * real + imaginary * imaginary)) / (second.length * energy)
}

function loudestSecond({ samples, rate }: Sound): Float64Array {
  let best = { start: 0, loudness: -1 }
  for (let start = 0; start + rate <= samples.length; start += rate / 10) {
    const loudness = samples.subarray(start, start + rate).reduce((total, sample) => total + sample * sample, 0)
    if (loudness > best.loudness) best = { start, loudness }
  }
  return samples.subarray(best.start, best.start + rate)
}

export type Heard = {
  /** The share of the message that was heard, 0 to 1: its seconds whose envelope matches the original. */
  share: number
  /** The loudness of what was heard, relative to the original. */
  loudness: number
}

const PART_STEPS = 50
/** How far a part may shift from the previous one. Telephones stretch pauses to bridge network jitter. */
const SLIP_STEPS = 25
const ALIKE = 0.9

/** Searches what was heard for the parts of `wanted`, in order. */
export function find(wanted: Sound, heard: Sound): Heard {
  const [original, all] = [envelope(wanted), envelope(heard)]
  let offset: number | null = null
  const parts = { all: 0, heard: 0, loud: 0, wantedLoud: 0 }
  for (let at = 0; at + PART_STEPS <= original.length; at += PART_STEPS) {
    const part = original.slice(at, at + PART_STEPS)
    const range: Range = offset === null ? { from: 0, to: all.length } : around(at + offset)
    const best = bestPlace(part, all, range)
    parts.all += 1
    if (best.likeness < ALIKE) continue
    offset = best.place - at
    parts.heard += 1
    parts.loud += sum(all.slice(best.place, best.place + PART_STEPS))
    parts.wantedLoud += sum(part)
  }
  return { share: parts.heard / parts.all, loudness: parts.loud / parts.wantedLoud }
}

type Range = { from: number; to: number }
const around = (place: number): Range => ({ from: Math.max(0, place - SLIP_STEPS), to: place + SLIP_STEPS })

function bestPlace(part: number[], all: number[], { from, to }: Range): { likeness: number; place: number } {
  let best = { likeness: 0, place: from }
  for (let place = from; place <= Math.min(to, all.length - part.length); place++) {
    const likeness = correlation(part, all.slice(place, place + part.length))
    if (likeness > best.likeness) best = { likeness, place }
  }
  return best
}

/** The loudness (root mean square) of each 20 ms. */
function envelope({ samples, rate }: Sound): number[] {
  const step = Math.round(rate * STEP_S)
  return Array.from({ length: Math.floor(samples.length / step) }, (_, at) => {
    const part = samples.subarray(at * step, (at + 1) * step)
    return Math.sqrt(part.reduce((total, sample) => total + sample * sample, 0) / step)
  })
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

/** 1 if the envelopes rise and fall together, 0 if they're unrelated or constant. */
function correlation(a: number[], b: number[]): number {
  const [meanA, meanB] = [sum(a) / a.length, sum(b) / b.length]
  let [ab, aa, bb] = [0, 0, 0]
  for (const [at, value] of a.entries()) {
    const [x, y] = [value - meanA, (b[at] ?? 0) - meanB]
    ab += x * y
    aa += x * x
    bb += y * y
  }
  return aa === 0 || bb === 0 ? 0 : ab / Math.sqrt(aa * bb)
}
