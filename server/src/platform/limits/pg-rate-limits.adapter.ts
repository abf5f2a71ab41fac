import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../database/database.ts'
import type { LimitResult, RateLimit, RateLimits } from './rate-limits.ts'

/**
 * Rate limits in PostgreSQL. The library counts, in one statement a use, but by the machine's clock; so the windows are
 * ours: the current window's number is part of the key, and the library expires only windows long over.
 */
export function pgRateLimits({ db, clock }: { db: Database; clock: Clock }): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = (limit: RateLimit) => {
    const id = `${limit.name} ${limit.size} ${limit.windowS}`
    const limiter = limiters.get(id) ?? newLimiter(db, limit, limiters.size === 0)
    limiters.set(id, limiter)
    return limiter
  }
  const usedIn = async (limit: RateLimit, window: Window) =>
    (await limiterOf(limit).get(window.key))?.consumedPoints ?? 0
  return {
    use: (limit, key) => consume(limiterOf(limit), limit, windowOf(limit, key, clock)),
    async look(limit, key) {
      const window = windowOf(limit, key, clock)
      const used = await usedIn(limit, window)
      return used < limit.size ? { allowed: true, used } : { allowed: false, retryAfterS: window.endsInS }
    },
    async giveBack(limit, key) {
      await limiterOf(limit).reward(windowOf(limit, key, clock).key)
    },
    used: (limit, key) => usedIn(limit, windowOf(limit, key, clock)),
    async forget(limit, key) {
      await limiterOf(limit).delete(windowOf(limit, key, clock).key)
    },
  }
}

type Window = { key: string; endsInS: number }

/** The key is a person's address or number: the table holds only a hash of it. */
function windowOf({ windowS, name }: RateLimit, key: string, clock: Clock): Window {
  const seconds = clock.now() / 1000
  const window = Math.floor(seconds / windowS)
  const hash = createHash('sha256').update(`${name} ${key} ${window}`).digest('base64url')
  return { key: hash, endsInS: Math.max(1, Math.ceil((window + 1) * windowS - seconds)) }
}

async function consume(limiter: RateLimiterPostgres, limit: RateLimit, window: Window): Promise<LimitResult> {
  try {
    return { allowed: true, used: (await limiter.consume(window.key)).consumedPoints }
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return { allowed: false, retryAfterS: window.endsInS }
  }
}

function newLimiter(db: Database, { name, size, windowS }: RateLimit, sweeps: boolean): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: storeOn(db),
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points: size,
    duration: 2 * windowS,
    clearExpiredByTimeout: sweeps, // one of them expires rows of the whole table
  })
}

/** Lets the library query through our own connections. */
function storeOn(db: Database) {
  return {
    query: async ({ text, values = [] }: { text: string; values?: unknown[] }) => {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
      return { rows, rowCount: rows.length }
    },
  }
}
