/** Delays in ms and their gains: the first reflections of a small, carpeted room. */
const REFLECTIONS: readonly (readonly [number, number])[] = [
  [7, 0.5],
  [11, 0.42],
  [17, 0.36],
  [23, 0.28],
  [31, 0.22],
  [41, 0.15],
]

/** Adds the sound of a small room. `amount` 0 is none, 1 is bare walls. */
export function room(samples: Float64Array, rate: number, amount: number): Float64Array {
  if (amount === 0) return samples
  const delays = REFLECTIONS.map(([ms, strength]) => [Math.round((ms * rate) / 1000), strength * amount] as const)
  return samples.map((sample, i) => {
    let sum = sample
    for (const [delay, strength] of delays) sum += strength * (samples[i - delay] ?? 0)
    return sum
  })
}
