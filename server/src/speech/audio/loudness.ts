import { filter, highPass, lowPass, type Biquad } from './filters.ts'

/** By ITU-R BS.1770-4, in LUFS: mono, K-weighted, 400 ms blocks, both gates. −Infinity for silence. */
export function loudness(samples: Float64Array, rate: number): number {
  return gatedLevel(filter(samples, kWeighting(rate)), rate) - 0.691
}

/** What a telephone carries, in Hz; its small speaker plays nothing lower. */
const TELEPHONE_BAND = { from: 300, to: 3400 }

/** In dB of full scale; only a telephone's band, without pauses: makes deep and bright voices equally loud. */
export function telephoneLevel(samples: Float64Array, rate: number): number {
  const { from, to } = TELEPHONE_BAND
  return gatedLevel(filter(samples, [highPass(from, rate), highPass(from, rate), lowPass(to, rate)]), rate)
}

/** Mean power in dB of the 400 ms blocks that pass both gates of BS.1770. */
function gatedLevel(weighted: Float64Array, rate: number): number {
  const powers = blockPowers(weighted, rate)
  const audible = powers.filter((power) => decibels(power) > -70)
  const relativeGate = decibels(mean(audible)) - 10
  return decibels(mean(audible.filter((power) => decibels(power) > relativeGate)))
}

function blockPowers(weighted: Float64Array, rate: number): number[] {
  const block = Math.min(Math.round(0.4 * rate), weighted.length) // a word may be shorter than a block
  const powers: number[] = []
  for (let start = 0; start + block <= weighted.length; start += Math.round(0.1 * rate)) {
    let sum = 0
    for (let i = start; i < start + block; i++) sum += (weighted[i] ?? 0) ** 2
    powers.push(sum / block)
  }
  return powers
}

const decibels = (power: number): number => 10 * Math.log10(power)

const mean = (powers: number[]): number => powers.reduce((sum, power) => sum + power, 0) / powers.length || 0

/** The standard's coefficients are for 48 kHz; these are its two analog filters, for any rate. */
function kWeighting(rate: number): Biquad[] {
  return [headShelf(rate), lowCut(rate)]
}

function headShelf(rate: number): Biquad {
  const [k, q] = [Math.tan((Math.PI * 1681.974450955533) / rate), 0.7071752369554196]
  const high = 10 ** (3.999843853973347 / 20)
  const band = high ** 0.4996667741545416
  const a0 = 1 + k / q + k * k
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  }
}

function lowCut(rate: number): Biquad {
  const [k, q] = [Math.tan((Math.PI * 38.13547087602444) / rate), 0.5003270373238773]
  const a0 = 1 + k / q + k * k
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 }
}
