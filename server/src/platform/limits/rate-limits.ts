/**
 * How often something may be done within a window, counted in the database: over all processes and restarts (CODE-3).
 */
export type RateLimits = {
  /** Counts one use of `key`; a refusal says when the next is allowed. */
  use(limit: RateLimit, key: string): Promise<LimitResult>
  /** What a use would return, without counting: a refusal by it writes nothing. */
  look(limit: RateLimit, key: string): Promise<LimitResult>
  /** How often `key` was used in the current window, refused uses included, without counting. */
  used(limit: RateLimit, key: string): Promise<number>
  /** Takes back one use that came to nothing. */
  giveBack(limit: RateLimit, key: string): Promise<void>
  /** Resets the count of `key`. */
  forget(limit: RateLimit, key: string): Promise<void>
}

/** At most `size` uses of a key in each window of `windowS` seconds; `name` keeps the keys of different limits apart. */
export type RateLimit = { name: string; size: number; windowS: number }

export type LimitResult = { allowed: true; used: number } | { allowed: false; retryAfterS: number }

const HOUR_S = 3600

/** At most `size` in each hour. */
export const hourly = (name: string, size: number): RateLimit => ({ name, size, windowS: HOUR_S })
