import type { loudness } from './loudness.ts'

/** A compressor: reduces levels above a threshold (dB below full scale) by the ratio; fast attack, slow release. */
export function compress(samples: Float64Array, rate: number, { ratio, thresholdDb }: Compression): Float64Array {
  const [attack, release] = [smoothing(0.005, rate), smoothing(0.12, rate)]
  let envelope = 0
  return samples.map((sample) => {
    const level = Math.abs(sample)
    envelope += (level - envelope) * (level > envelope ? attack : release)
    const overDb = 20 * Math.log10(envelope + 1e-9) - thresholdDb
    return overDb > 0 ? sample * 10 ** ((overDb * (1 / ratio - 1)) / 20) : sample
  })
}
export type Compression = { ratio: number; thresholdDb: number }

/** A soft saturation curve that adds the warmth of an overdriven microphone; 0 leaves the sound unchanged. */
export function saturate(samples: Float64Array, drive: number): Float64Array {
  return drive === 0 ? samples : samples.map((sample) => Math.tanh(sample * drive) / drive)
}

/** A limiter: lowers the gain 5 ms ahead of a peak, so that nothing clicks. */
export function limit(samples: Float64Array, rate: number, ceiling: number): Float64Array {
  const ahead = Math.round(0.005 * rate)
  const wanted = samples.map((sample) => Math.min(1, ceiling / Math.max(Math.abs(sample), 1e-9)))
  const smooth = movingMean(movingMinimum(wanted, ahead), ahead)
  return samples.map((sample, i) => Math.max(-ceiling, Math.min(ceiling, sample * (smooth[i] ?? 1))))
}

/** Brings a sound to a loudness under the ceiling. Iterates: limiting peaks costs some. Throws if inaudible. */
export function normalize(
  samples: Float64Array,
  rate: number,
  { target, ceiling, measured }: { target: number; ceiling: number; measured: typeof loudness },
): Float64Array {
  let gainDb = target - measured(samples, rate)
  if (!Number.isFinite(gainDb)) throw new Error("the engine's speech is inaudible")
  let louder = samples
  for (let round = 0; round < 12; round++) {
    const gain = 10 ** (gainDb / 20)
    louder = limit(
      samples.map((sample) => sample * gain),
      rate,
      ceiling,
    )
    const missingDb = target - measured(louder, rate)
    if (Math.abs(missingDb) < 0.05) break
    gainDb += round === 0 ? missingDb : 1.7 * missingDb // overshoot, because limited peaks swallow part of the gain
  }
  return louder
}

const smoothing = (seconds: number, rate: number): number => 1 - Math.exp(-1 / (seconds * rate))

/** Skips stretches where the gain is 1, since peaks are few. */
function movingMinimum(values: Float64Array, reach: number): Float64Array {
  const least = new Float64Array(values.length).fill(1)
  for (const [i, value] of values.entries()) {
    if (value === 1) continue
    for (let j = Math.max(0, i - reach); j <= i + reach && j < values.length; j++) {
      least[j] = Math.min(least[j] ?? 1, value)
    }
  }
  return least
}

function movingMean(values: Float64Array, reach: number): Float64Array {
  const sums = new Float64Array(values.length + 1)
  for (const [i, value] of values.entries()) sums[i + 1] = (sums[i] ?? 0) + value
  return values.map((_, i) => {
    const [from, to] = [Math.max(0, i - reach), Math.min(values.length, i + reach + 1)]
    return ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from)
  })
}
