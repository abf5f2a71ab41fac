/** Random numbers that a seed repeats. */
export type Random = {
  /** An integer from 0 up to, but not including, `limit`. */
  below(limit: number): number
}

/** Xorshift with 32 bits. Good enough to choose moments, useless for secrets. */
export function newRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0 || 1
  return {
    below(limit) {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      state >>>= 0
      return Math.floor((state / 2 ** 32) * limit)
    },
  }
}
