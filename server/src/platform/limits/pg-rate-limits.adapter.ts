import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../database/database.ts'
import { windowAt, type RateLimit, type RateLimits } from './rate-limits.ts'

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
  return {
    async use(limit, key, amount = 1) {
      const used = await consume(limiterOf(limit), keyNow(limit, key, clock), amount)
      return { allowed: used - amount < limit.size, used }
    },
    async giveBack(limit, key) {
      await limiterOf(limit).reward(keyNow(limit, key, clock))
    },
    async used(limit, key) {
      return (await limiterOf(limit).get(keyNow(limit, key, clock)))?.consumedPoints ?? 0
    },
    async forget(limit, key) {
      await limiterOf(limit).delete(keyNow(limit, key, clock))
    },
  }
}

/** The key is a person's address or number: the table holds only a hash of it. */
function keyNow(limit: RateLimit, key: string, clock: Clock): string {
  const { number } = windowAt(limit, clock.now())
  return createHash('sha256').update(`${limit.name} ${key} ${number}`).digest('base64url')
}

/** What was used then, this amount included. */
async function consume(limiter: RateLimiterPostgres, key: string, amount: number): Promise<number> {
  try {
    return (await limiter.consume(key, amount)).consumedPoints
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return refusal.consumedPoints
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
