import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** For a call that may wait: false while the rate is taken, even by slots reserved ahead for wake-up calls. */
export async function takeFreeSlot(
  db: Database,
  { now, intervalMs }: { now: Instant; intervalMs: number },
): Promise<boolean> {
  const at = new Date(now)
  const { rows } = await sql`
    update carrier_rate set next_free_at = ${at}::timestamptz + ${`${intervalMs} milliseconds`}::interval
    where id = 1 and next_free_at <= ${at} returning id
  `.execute(db)
  return rows.length > 0
}
