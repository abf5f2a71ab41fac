import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../../../src/platform/database/database.ts'
import { runPrepared } from '../../../src/platform/database/prepared-driver.ts'

/** When a worker's loop next finds something to do, where a moved clock has to stop. */
export async function nextStoredDue(db: Database, now: Instant): Promise<Instant | null> {
  const at = new Date(now)
  const [next] = await runPrepared(
    db,
    sql<{ due: Instant | null }>`
    select min(due) as due from (
      select min(next_due_at) - interval '20 minutes' + interval '1 millisecond' as due from schedules
        where next_due_at - interval '20 minutes' >= ${at}
      union all select min(dial_at) - interval '8 seconds' from calls
        where stage = 'planned' and dial_at - interval '8 seconds' > ${at}
      union all select min(ask_at) from calls where ask_at > ${at}
      union all select min(announce_at) from occurrences where announce_at > ${at}
      union all select min(due_at) from carrier_recordings where due_at > ${at}
      union all select min(seek_recording_at) from calls where seek_recording_at > ${at}
      union all select min(prepare_at) from calls where prepare_at > ${at} and stage <> 'ended'
      union all select min(clock_notice_at) from schedules where clock_notice_at > ${at}
    ) as instants where due > ${at}
  `,
  )
  return next?.due ?? null
}
