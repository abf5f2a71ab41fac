import { sql } from 'kysely'
import { DIGITS_IN_BLOCK, type Overspent, type SpentCalls } from '@reveille/core/calls/spending'
import type { TextedCodes } from '@reveille/core/sign-in/text-pumping'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../platform/database/database.ts'

/** `phone` is any number of the block: it tells the country. */
type SpentOnBlock = Omit<SpentCalls, 'country'> & { phone: string }

/** What was dialled since `since`, by account and block of numbers. */
export async function callsSpent(db: Database, since: Instant): Promise<SpentOnBlock[]> {
  const { rows } = await sql<{ user_id: number; block: string; phone: string; calls: number }>`
    select user_id, left(phone, ${sql.lit(-DIGITS_IN_BLOCK)}) as block, min(phone) as phone, count(*) as calls
    from calls where marked_at > ${new Date(since)} and phone is not null group by 1, 2
  `.execute(db)
  return rows.map(({ user_id, block, phone, calls }) => ({ userId: user_id, block, phone, calls: Number(calls) }))
}

/** Stops calls, or goes on doing so. Returns the scopes in which they were not stopped already. */
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

const SLOT_MS = 10 * 60_000
const slotOf = (at: Instant) => Math.floor(at / SLOT_MS) * SLOT_MS
const HOUR_MS = 60 * 60_000

/** Counts a code that was texted to this country, or one that was entered. */
export async function countTextedCode(
  db: Database,
  { country, what, at }: { country: string; what: 'sent' | 'used'; at: Instant },
): Promise<void> {
  const [sent, used] = what === 'sent' ? [1, 0] : [0, 1]
  await sql`
    insert into texted_codes (country, slot_at, sent, used) values (${country}, ${new Date(slotOf(at))}, ${sent}, ${used})
    on conflict (country, slot_at) do update
      set sent = texted_codes.sent + excluded.sent, used = texted_codes.used + excluded.used
  `.execute(db)
}

/** The texted codes of the last hour by country; those of the running ten minutes may still be entered. */
export async function textedCodesByCountry(db: Database, now: Instant): Promise<(TextedCodes & { country: string })[]> {
  const running = new Date(slotOf(now))
  const { rows } = await sql<{ country: string; sent: number; used: number }>`
    select country, coalesce(sum(sent) filter (where slot_at < ${running}), 0)::integer as sent, sum(used)::integer as used
    from texted_codes where slot_at > ${new Date(now - HOUR_MS - SLOT_MS)} group by country
  `.execute(db)
  return rows
}

/** Whether the alarm for this country is to be given: once an hour, however many workers look. */
export async function claimAlarm(db: Database, country: string, now: Instant): Promise<boolean> {
  const { rows } = await sql`
    update texted_codes set alarmed = true
    where country = ${country} and slot_at = (
      select max(slot_at) from texted_codes where country = ${country}
    ) and not exists (
      select 1 from texted_codes given
      where given.country = ${country} and given.alarmed and given.slot_at > ${new Date(now - HOUR_MS)}
    ) returning country
  `.execute(db)
  return rows.length > 0
}

/** Deletes what is too old to stop or to tell anything. */
export async function forgetSpending(db: Database, now: Instant): Promise<void> {
  await db.deleteFrom('spending_stops').where('until_at', '<=', new Date(now)).execute()
  await db
    .deleteFrom('texted_codes')
    .where('slot_at', '<=', new Date(now - 24 * HOUR_MS))
    .execute()
}
