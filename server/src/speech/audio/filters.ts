/** A second-order filter, normalized to a0 = 1. */
export type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number }

export function filter(samples: Float64Array, filters: readonly Biquad[]): Float64Array {
  return filters.reduce(runThrough, samples)
}

function runThrough(samples: Float64Array, { b0, b1, b2, a1, a2 }: Biquad): Float64Array {
  const out = new Float64Array(samples.length)
  let [s1, s2] = [0, 0]
  for (let n = 0; n < samples.length; n++) {
    const x = samples[n] ?? 0
    const y = b0 * x + s1
    s1 = b1 * x - a1 * y + s2
    s2 = b2 * x - a2 * y
    out[n] = y
  }
  return out
}

export function highPass(hz: number, rate: number): Biquad {
  const { cos, alpha } = angle(hz, rate, Math.SQRT1_2)
  return scaled({ b0: (1 + cos) / 2, b1: -(1 + cos), b2: (1 + cos) / 2, a1: -2 * cos, a2: 1 - alpha }, 1 + alpha)
}

export function lowPass(hz: number, rate: number): Biquad {
  const { cos, alpha } = angle(hz, rate, Math.SQRT1_2)
  return scaled({ b0: (1 - cos) / 2, b1: 1 - cos, b2: (1 - cos) / 2, a1: -2 * cos, a2: 1 - alpha }, 1 + alpha)
}

/** Raises or lowers a band around `hz` by `db`; a larger `q` is narrower. */
export function peak(hz: number, db: number, q: number, rate: number): Biquad {
  const { cos, alpha } = angle(hz, rate, q)
  const a = 10 ** (db / 40)
  return scaled({ b0: 1 + alpha * a, b1: -2 * cos, b2: 1 - alpha * a, a1: -2 * cos, a2: 1 - alpha / a }, 1 + alpha / a)
}

export function highShelf(hz: number, db: number, rate: number): Biquad {
  return shelf(hz, db, rate, 1)
}

export function lowShelf(hz: number, db: number, rate: number): Biquad {
  return shelf(hz, db, rate, -1)
}

function shelf(hz: number, db: number, rate: number, side: 1 | -1): Biquad {
  const { cos, alpha } = angle(hz, rate, Math.SQRT1_2)
  const a = 10 ** (db / 40)
  const [plus, minus, root] = [a + 1, side * (a - 1), 2 * Math.sqrt(a) * alpha]
  return scaled(
    {
      b0: a * (plus + minus * cos + root),
      b1: -2 * a * (minus + plus * cos),
      b2: a * (plus + minus * cos - root),
      a1: 2 * (minus - plus * cos),
      a2: plus - minus * cos - root,
    },
    plus - minus * cos + root,
  )
}

function angle(hz: number, rate: number, q: number): { cos: number; alpha: number } {
  const w = (2 * Math.PI * hz) / rate
  return { cos: Math.cos(w), alpha: Math.sin(w) / (2 * q) }
}

function scaled({ b0, b1, b2, a1, a2 }: Biquad, a0: number): Biquad {
  return { b0: b0 / a0, b1: b1 / a0, b2: b2 / a0, a1: a1 / a0, a2: a2 / a0 }
}

const ZERO_CROSSINGS = 32
const KAISER_BETA = 10
const STEPS = 512

/** One side of a Kaiser-windowed sinc, with STEPS points per zero crossing. */
const KERNEL = Float64Array.from({ length: ZERO_CROSSINGS * STEPS + 2 }, (_, i) => {
  const x = i / STEPS
  if (x >= ZERO_CROSSINGS) return 0
  const window = bessel(KAISER_BETA * Math.sqrt(1 - (x / ZERO_CROSSINGS) ** 2)) / bessel(KAISER_BETA)
  return window * (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))
})

/** Band-limited resampling: attenuates frequencies that the new rate can't carry by 90 dB, so nothing aliases. */
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
