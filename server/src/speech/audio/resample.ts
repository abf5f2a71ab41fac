const ZERO_CROSSINGS = 32
const KAISER_BETA = 10
const STEPS = 512

/** One side of a Kaiser-windowed sinc, STEPS points to a zero crossing. */
const KERNEL = Float64Array.from({ length: ZERO_CROSSINGS * STEPS + 2 }, (_, i) => {
  const x = i / STEPS
  if (x >= ZERO_CROSSINGS) return 0
  const window = bessel(KAISER_BETA * Math.sqrt(1 - (x / ZERO_CROSSINGS) ** 2)) / bessel(KAISER_BETA)
  return window * (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))
})

/**
 * Band-limited resampling. Frequencies that the new rate cannot carry are removed, below −90 dB, so that nothing
 * aliases.
 */
export function resample(samples: Float64Array, from: number, to: number): Float64Array {
  if (from === to) return samples
  const bandwidth = Math.min(1, to / from) * 0.95 // the rest is the filter's transition band
  const reach = ZERO_CROSSINGS / bandwidth
  const out = new Float64Array(Math.floor((samples.length * to) / from))
  for (let n = 0; n < out.length; n++) {
    const centre = (n * from) / to
    const last = Math.min(samples.length - 1, Math.floor(centre + reach))
    let sum = 0
    for (let i = Math.max(0, Math.ceil(centre - reach)); i <= last; i++) {
      sum += (samples[i] ?? 0) * kernelAt(Math.abs(i - centre) * bandwidth)
    }
    out[n] = sum * bandwidth
  }
  return out
}

function kernelAt(x: number): number {
  const at = x * STEPS
  const left = Math.floor(at)
  const low = KERNEL[left] ?? 0
  return low + ((KERNEL[left + 1] ?? 0) - low) * (at - left)
}

/** Modified Bessel function of the first kind, order zero, by its power series. */
function bessel(x: number): number {
  let [sum, term] = [1, 1]
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}
