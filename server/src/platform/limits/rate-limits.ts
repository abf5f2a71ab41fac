/** Rate limits, counted in the database across all processes and restarts. Only `budgets.ts` uses them. */
export type RateLimits = {
  /** Adds `amount` (1) to the usage of `key`; allowed while less than `size` was used before. `used` includes it. */
  use(limit: RateLimit, key: string, amount?: number): Promise<{ allowed: boolean; used: number }>
  /** Usage in the current window, refused uses included. */
  used(uses: readonly { limit: RateLimit; key: string }[]): Promise<number[]>
  giveBack(limit: RateLimit, key: string): Promise<void>
  forget(limit: RateLimit, key: string): Promise<void>
  /** Deletes the counts of windows that are over. */
  forgetOver(): Promise<void>
}

/** At most `size` per window of `windowS` seconds; `name` separates the keys of different limits. */
export type RateLimit = {
  name: string
  size: number
  windowS: number
  /** Which part of the table of fixed size counts this; without it, rows are added as needed. */
  part?: number
}

export const HOUR_S = 3600
export const DAY_S = 24 * HOUR_S

/** Windows begin at multiples of their length since the epoch, so days begin at midnight UTC. */
export function windowAt({ windowS }: Pick<RateLimit, 'windowS'>, now: number): { number: number; endsInS: number } {
  const seconds = now / 1000
  const number = Math.floor(seconds / windowS)
  return { number, endsInS: Math.max(1, Math.ceil((number + 1) * windowS - seconds)) }
}
