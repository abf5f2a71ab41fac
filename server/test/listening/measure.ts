import { resample } from '../../src/speech/audio/filters.ts'
import { powerSpectrum } from './spectrum.ts'

/** Median fundamental frequency in Hz over the voiced parts, by autocorrelation in 40 ms frames. */
export function medianPitch(samples: Float64Array, rate: number): number {
  const sorted = pitches(samples, rate).toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

/** The fundamental frequency in Hz of every voiced frame. */
export function pitches(samples: Float64Array, rate: number): number[] {
  const frame = Math.round(0.04 * rate)
  const found: number[] = []
  for (let start = 0; start + 2 * frame < samples.length; start += frame) {
    const pitch = framePitch(samples.subarray(start, start + 2 * frame), frame, rate)
    if (pitch !== null) found.push(pitch)
  }
  return found
}

function framePitch(window: Float64Array, frame: number, rate: number): number | null {
  const similarity = (lag: number) => {
    let [cross, here, there] = [0, 0, 0]
    for (let i = 0; i < frame; i++) {
      const [a, b] = [window[i] ?? 0, window[i + lag] ?? 0]
      cross += a * b
      here += a * a
      there += b * b
    }
    return here < frame * 1e-4 ? 0 : cross / Math.sqrt(here * there + 1e-12)
  }
  let best = { lag: 0, value: 0.6 } // below this similarity: not voiced
  for (let lag = Math.floor(rate / 350); lag <= Math.ceil(rate / 55); lag++) {
    const value = similarity(lag)
    if (value > best.value * 1.02) best = { lag, value } // twice the period is as similar: prefer the shorter one
  }
  return best.lag === 0 ? null : rate / best.lag
}

/** Highest level in dB of full scale, also between samples: four times oversampled (BS.1770-4). */
export function truePeak(samples: Float64Array, rate: number): number {
  const highest = resample(samples, rate, 4 * rate).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return 20 * Math.log10(highest)
}

/** How steeply the long-term spectrum falls from 250 to 3400 Hz, in dB per octave: steeper for dark voices. */
export function spectralTilt(samples: Float64Array, rate: number): number {
  const size = 512
  const total = new Float64Array(size / 2)
  for (let start = 0; start + size <= samples.length; start += size / 2) {
    for (const [bin, power] of powerSpectrum(samples.subarray(start, start + size)).entries())
      total[bin] = (total[bin] ?? 0) + power
  }
  const points = Array.from(total, (power, bin) => ({ hz: (bin * rate) / size, db: 10 * Math.log10(power + 1e-12) }))
    .filter(({ hz }) => hz >= 250 && hz <= 3400)
    .map(({ hz, db }) => ({ octave: Math.log2(hz), db, weight: 1 / hz }))
  return slope(points)
}

function slope(points: { octave: number; db: number; weight: number }[]): number {
  const sum = (of: (point: (typeof points)[number]) => number) =>
    points.reduce((s, point) => s + point.weight * of(point), 0)
  const weight = sum(() => 1)
  const [meanX, meanY] = [sum((p) => p.octave) / weight, sum((p) => p.db) / weight]
  return sum((p) => (p.octave - meanX) * (p.db - meanY)) / sum((p) => (p.octave - meanX) ** 2)
}
