import { CODE_LIFE_MS, type TextedCodes } from '@reveille/core/sign-in/one-time-code'
import { HOUR_MS } from '@reveille/core/time/duration'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

const SLOT_MS = CODE_LIFE_MS
const slotOf = (at: Instant) => Math.floor(at / SLOT_MS) * SLOT_MS

export async function addTextedCode(
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

/** The last hour's texted codes by country, without the current slot's, which may still be entered. */
export async function textedCodesByCountry(db: Database, now: Instant): Promise<(TextedCodes & { country: string })[]> {
  const running = new Date(slotOf(now))
  const { rows } = await sql<{ country: string; sent: number; used: number }>`
    select country, coalesce(sum(sent) filter (where slot_at < ${running}), 0)::integer as sent, sum(used)::integer as used
    from texted_codes where slot_at > ${new Date(now - HOUR_MS - SLOT_MS)} group by country
  `.execute(db)
  return rows
}

/** Whether to raise the alarm for this country: hourly across all workers. */
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
