import { sql } from 'kysely'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../database/database.ts'
import { runPrepared } from '../database/prepared-driver.ts'
import { hashOfSecret } from '../secrets.ts'
import { windowAt, type RateLimit, type RateLimits } from './rate-limits.ts'

/** One statement a use. The number of the window is part of the key, so windows go by our clock. */
export function pgRateLimits({ db, clock }: { db: Database; clock: Clock }): RateLimits {
  return {
    async use(limit, key, amount = 1) {
      const slot = slotNow(limit, key, clock)
      const expire = clock.now() + 2_000 * limit.windowS
      const counted =
        slot === null
          ? sql<{ used: number }>`
              insert into rate_limits (key, points, expire) values (${keyNow(limit, key, clock)}, ${amount}, ${expire})
              on conflict (key) do update set points = rate_limits.points + excluded.points returning points as used`
          : sql<{ used: number }>`
              update stranger_counts set used = case when period = ${slot.period} then used else 0 end + ${amount},
                period = ${slot.period} where slot = ${slot.slot} returning used`
      const [row] = await runPrepared(db, counted)
      const { used } = row!
      return { allowed: used - amount < limit.size, used }
    },
    async giveBack(limit, key) {
      await sql`update rate_limits set points = points - 1 where key = ${keyNow(limit, key, clock)}`.execute(db)
    },
    async used(uses) {
      const slots = uses.map(({ limit, key }) => slotNow(limit, key, clock))
      const keys = uses.map(({ limit, key }) => keyNow(limit, key, clock))
      const found = await db.selectFrom('rate_limits').select(['key', 'points']).where('key', 'in', keys).execute()
      const points = new Map(found.map((row) => [row.key, row.points]))
      const inSlots = await usedInSlots(db, slots)
      return slots.map((slot, index) => (slot === null ? (points.get(keys[index]!) ?? 0) : inSlots(slot)))
    },
    async forget(limit, key) {
      await db
        .deleteFrom('rate_limits')
        .where('key', '=', keyNow(limit, key, clock))
        .execute()
    },
    async forgetOver() {
      await db.deleteFrom('rate_limits').where('expire', '<=', clock.now()).execute()
    },
  }
}

/** The key is a person's address or number, so the table holds only its hash. */
function keyNow(limit: RateLimit, key: string, clock: Clock): string {
  const { number } = windowAt(limit, clock.now())
  return `${limit.name}:${hashOfSecret(`${limit.name} ${key} ${number}`)}`
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

async function usedInSlots(db: Database, slots: readonly (Slot | null)[]): Promise<(wanted: Slot) => number> {
  const numbers = slots.flatMap((slot) => slot?.slot ?? [])
  if (numbers.length === 0) return () => 0
  const rows = await db.selectFrom('stranger_counts').selectAll().where('slot', 'in', numbers).execute()
  return (wanted) => rows.find(({ slot, period }) => slot === wanted.slot && period === wanted.period)?.used ?? 0
}
