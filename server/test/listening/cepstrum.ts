import { powerSpectrum } from './spectrum.ts'

const FRAME = 256
const BANDS = 24
const COEFFICIENTS = 12
const [LOWEST_HZ, HIGHEST_HZ] = [200, 3600]

const COSINES = Array.from({ length: COEFFICIENTS }, (_, k) =>
  Array.from({ length: BANDS }, (_b, band) => Math.cos((Math.PI * (k + 1) * (band + 0.5)) / BANDS)),
)

const mel = (hz: number): number => 2595 * Math.log10(1 + hz / 700)
const hertz = (m: number): number => 700 * (10 ** (m / 2595) - 1)

/**
 * What is spoken, rather than who speaks: mel cepstra of a telephone sound, one every 20 ms, pauses left out, each
 * coefficient normalised to the same mean and spread so that loudness, line and timbre matter little.
 */
export function cepstra(samples: Float64Array, rate: number): Float64Array[] {
  const hop = Math.round(0.02 * rate)
  const bands = melBands(rate)
  const frames: { energy: number; cepstrum: Float64Array }[] = []
  for (let start = 0; start + FRAME <= samples.length; start += hop) {
    const powers = powerSpectrum(samples.subarray(start, start + FRAME))
    frames.push({ energy: powers.reduce((sum, power) => sum + power, 0), cepstrum: cepstrum(powers, bands) })
  }
  const loudest = frames.reduce((most, { energy }) => Math.max(most, energy), 0)
  return normalised(frames.filter(({ energy }) => energy > loudest * 1e-4).map((frame) => frame.cepstrum))
}

/** Discrete cosine transform of the logarithm of each band's power; the first coefficient, loudness, is left out. */
function cepstrum(powers: Float64Array, bands: Band[]): Float64Array {
  const logs = bands.map(({ from, weights }) =>
    Math.log(weights.reduce((sum, w, i) => sum + w * (powers[from + i] ?? 0), 1e-9)),
  )
  return Float64Array.from(COSINES, (row) => row.reduce((sum, cosine, band) => sum + (logs[band] ?? 0) * cosine, 0))
}

type Band = { from: number; weights: number[] }

/** Overlapping triangles, evenly spaced on the mel scale. */
function melBands(rate: number): Band[] {
  const step = (mel(HIGHEST_HZ) - mel(LOWEST_HZ)) / (BANDS + 1)
  const edge = (i: number) => hertz(mel(LOWEST_HZ) + step * i)
  return Array.from({ length: BANDS }, (_, band) => {
    const [low, centre, high] = [edge(band), edge(band + 1), edge(band + 2)]
    const [from, to] = [Math.ceil((low * FRAME) / rate), Math.floor((high * FRAME) / rate)]
    const weights = Array.from({ length: to - from + 1 }, (_w, i) => {
      const hz = ((from + i) * rate) / FRAME
      return Math.min((hz - low) / (centre - low), (high - hz) / (high - centre))
    })
    return { from, weights }
  })
}

function normalised(frames: Float64Array[]): Float64Array[] {
  const over = (k: number, of: (value: number) => number) =>
    frames.reduce((sum, frame) => sum + of(frame[k] ?? 0), 0) / frames.length
  const means = Array.from({ length: COEFFICIENTS }, (_, k) => over(k, (value) => value))
  const spreads = means.map((mean, k) => Math.sqrt(over(k, (value) => (value - mean) ** 2)) || 1)
  return frames.map((frame) => frame.map((value, k) => (value - (means[k] ?? 0)) / (spreads[k] ?? 1)))
}
