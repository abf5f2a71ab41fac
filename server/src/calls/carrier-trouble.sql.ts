import type { Signs } from '@reveille/core/calls/carrier-trouble'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { findFact, keepFact } from '../platform/database/installation.sql.ts'

/** How many calls the carrier took since then, and how many it didn't, each by its last answer. */
export async function countCarrierAnswers(
  db: Database,
  { since, now }: { since: Instant; now: Instant },
): Promise<{ taken: number; notTaken: number }> {
  const { rows } = await sql<{ taken: number; not_taken: number }>`
    select
      count(*) filter (where kind in ('placed', 'found-at-carrier'))::int as taken,
      count(*) filter (where kind not in ('placed', 'found-at-carrier'))::int as not_taken
    from (
      select distinct on (call_id) kind from call_events
      where at > ${new Date(since)} and at <= ${new Date(now)}
        and (kind in ('placed', 'found-at-carrier', 'not-placed', 'in-doubt')
          or (kind = 'failed' and split_part(detail, ' ', 1) in ('too-late', 'not-learnt', 'misconfigured', 'held-account')))
      order by call_id, id desc
    ) as last_answer
  `.execute(db)
  return { taken: rows[0]?.taken ?? 0, notTaken: rows[0]?.not_taken ?? 0 }
}

const CARRIER_ANSWERED = 'carrier answered'

export const keepCarrierAnswer = (db: Database, at: Instant): Promise<void> =>
  keepFact(db, CARRIER_ANSWERED, String(at))

/** The last signs that calls can leave: a worker's heartbeat, the carrier's answer, and the earliest call not planned. */
export async function lastSigns(db: Database): Promise<Signs> {
  const { beatAt } = await db
    .selectFrom('workers')
    .select((eb) => eb.fn.max('beat_at').as('beatAt'))
    .executeTakeFirstOrThrow()
  const { unplannedAt } = await db
    .selectFrom('schedules')
    .select((eb) => eb.fn.min('next_due_at').as('unplannedAt'))
    .executeTakeFirstOrThrow()
  const answeredAt = await findFact(db, CARRIER_ANSWERED)
  return { beatAt, unplannedAt, answeredAt: answeredAt === null ? null : Number(answeredAt) }
}
