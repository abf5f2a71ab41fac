/** Repeatable random numbers: the same for the same seed. */
export type Chance = {
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number
}

/** Pseudo-random numbers (xorshift, 32 bits): good enough to choose moments, useless for secrets. */
export function newChance(seed: number): Chance {
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
