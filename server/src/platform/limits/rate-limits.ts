/**
 * How often something may be done within a window, counted in the database: over all processes and restarts (CODE-3).
 * Only `budgets.ts` decides by it.
 */
export type RateLimits = {
  /** Adds `amount` (1) to what `key` used; allowed while less than `size` was used before. */
  use(limit: RateLimit, key: string, amount?: number): Promise<LimitResult>
  /** How much `key` used in the current window, refused uses included, without counting. */
  used(limit: RateLimit, key: string): Promise<number>
  /** Takes back one use that came to nothing. */
  giveBack(limit: RateLimit, key: string): Promise<void>
  /** Resets the count of `key`. */
  forget(limit: RateLimit, key: string): Promise<void>
}

/** At most `size` in each window of `windowS` seconds; `name` keeps the keys of different limits apart. */
export type RateLimit = { name: string; size: number; windowS: number }

/** `used` includes this use. */
export type LimitResult = { allowed: boolean; used: number }

export const HOUR_S = 3600
export const DAY_S = 24 * HOUR_S

/** The window of this moment: windows begin at multiples of their length since the epoch, days at midnight UTC. */
export function windowAt({ windowS }: Pick<RateLimit, 'windowS'>, now: number): { number: number; endsInS: number } {
  const seconds = now / 1000
  const number = Math.floor(seconds / windowS)
  return { number, endsInS: Math.max(1, Math.ceil((number + 1) * windowS - seconds)) }
}
