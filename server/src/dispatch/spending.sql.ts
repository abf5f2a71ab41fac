import { DIGITS_IN_BLOCK, type Overspent, type SpentCalls } from '@reveille/core/calls/spending'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** `phone` is any number of the block, to find its country. */
type SpentOnBlock = Omit<SpentCalls, 'country'> & { phone: string }

export async function callsSpent(db: Database, since: Instant): Promise<SpentOnBlock[]> {
  const { rows } = await sql<{ user_id: number; block: string; phone: string; calls: number }>`
    select user_id, left(phone, ${sql.lit(-DIGITS_IN_BLOCK)}) as block, min(phone) as phone, count(*) as calls
    from calls where marked_at > ${new Date(since)} and phone is not null and failure is distinct from 'no-line' group by 1, 2
  `.execute(db)
  return rows.map(({ user_id, block, phone, calls }) => ({ userId: user_id, block, phone, calls: Number(calls) }))
}

/** Minutes of finished calls dialed since `since`, rounded up per call, as carriers bill them. */
export async function minutesSpent(db: Database, since: Instant): Promise<number> {
  const { rows } = await sql<{ minutes: string | null }>`
    select sum(ceil(duration_s / 60.0)) as minutes from calls
    where marked_at >= ${new Date(since)} and duration_s is not null
  `.execute(db)
  return Number(rows[0]?.minutes ?? 0)
}

/** Stops calls, or renews the stop. Returns the scopes that weren't stopped before. */
export async function stopSpending(
  db: Database,
  overspent: readonly Overspent[],
  { now, until }: { now: Instant; until: Instant },
): Promise<Set<string>> {
  if (overspent.length === 0) return new Set()
  const { rows } = await sql<{ scope: string }>`
    with before as (select scope from spending_stops where until_at > ${new Date(now)}),
    stopped as (
      insert into spending_stops (scope, calls, until_at)
      select scope, calls, ${new Date(until)}
      from unnest(${overspent.map(({ scope }) => scope)}::text[], ${overspent.map(({ calls }) => calls)}::integer[])
        as given (scope, calls)
      on conflict (scope) do update set calls = excluded.calls, until_at = excluded.until_at
      returning scope
    )
    select scope from stopped where scope not in (select scope from before)
  `.execute(db)
  return new Set(rows.map(({ scope }) => scope))
}
