import { CompiledQuery, sql } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../database/database.ts'
import { hashOfSecret } from '../secrets.ts'
import { windowAt, type RateLimit, type RateLimits } from './rate-limits.ts'

/**
 * Rate limits in PostgreSQL. The library counts with one statement per use, but by the machine's clock. So we compute
 * the window and put its number into the key; the library only deletes windows long over.
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
      const slot = slotNow(limit, key, clock)
      const used =
        slot !== null
          ? await countInSlot(db, slot, amount)
          : await consume(limiterOf(limit), keyNow(limit, key, clock), amount)
      return { allowed: used - amount < limit.size, used }
    },
    async giveBack(limit, key) {
      await limiterOf(limit).reward(keyNow(limit, key, clock))
    },
    async used(uses) {
      const slots = uses.map(({ limit, key }) => slotNow(limit, key, clock))
      const rows = uses.map(({ limit, key }) => limiterOf(limit).getKey(keyNow(limit, key, clock)))
      // The library reads one key per statement; a request has ten.
      const found = await db.selectFrom('rate_limits').select(['key', 'points']).where('key', 'in', rows).execute()
      const points = new Map(found.map((row) => [row.key, row.points]))
      const inSlots = await usedInSlots(db, slots)
      return slots.map((slot, index) => (slot === null ? (points.get(rows[index]!) ?? 0) : inSlots(slot)))
    },
    async forget(limit, key) {
      await limiterOf(limit).delete(keyNow(limit, key, clock))
    },
  }
}

/** The key is a person's address or number, so the table holds only its hash. */
function keyNow(limit: RateLimit, key: string, clock: Clock): string {
  const { number } = windowAt(limit, clock.now())
  return hashOfSecret(`${limit.name} ${key} ${number}`)
}

const SLOTS_PER_PART = 1024

type Slot = { slot: number; period: number }

/** Where the table of fixed size counts this key, a bucket, in the current window; null if that table doesn't. */
function slotNow(limit: RateLimit, key: string, clock: Clock): Slot | null {
  if (limit.part === undefined) return null
  return {
    slot: limit.part * SLOTS_PER_PART + (Number(key) % SLOTS_PER_PART),
    period: windowAt(limit, clock.now()).number,
  }
}

async function countInSlot(db: Database, { slot, period }: Slot, amount: number): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    update stranger_counts set used = case when period = ${period} then used else 0 end + ${amount}, period = ${period}
    where slot = ${slot} returning used
  `.execute(db)
  return rows[0]!.used
}

async function usedInSlots(db: Database, slots: readonly (Slot | null)[]): Promise<(wanted: Slot) => number> {
  const numbers = slots.flatMap((slot) => slot?.slot ?? [])
  if (numbers.length === 0) return () => 0
  const rows = await db.selectFrom('stranger_counts').selectAll().where('slot', 'in', numbers).execute()
  return (wanted) => rows.find(({ slot, period }) => slot === wanted.slot && period === wanted.period)?.used ?? 0
}

/** Returns the usage, this amount included. */
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
    clearExpiredByTimeout: sweeps, // a single limiter deletes expired rows of the whole table
  })
}

/** Lets the library use our own connections. */
function storeOn(db: Database) {
  return {
    query: async ({ text, values = [] }: { text: string; values?: unknown[] }) => {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
      return { rows, rowCount: rows.length }
    },
  }
}
