import type { Stage } from '../stage.ts'

/** A minute after the faults stopped, nothing that was due before is left undone. */
export async function checkNothingOverdue({ database, world, profile }: Stage): Promise<void> {
  const { rows } = await database.observer.query<{ what: string }>(
    `select format('call %s is %s', id, stage) as what from calls where
       (stage = 'planned' and dial_at < $1::timestamptz - interval '40 seconds')
       or (stage = 'leased' and coalesce(slot_at, dial_at) < $1::timestamptz - interval '40 seconds')
       or (stage = 'dialling' and marked_at < $1::timestamptz - interval '50 seconds')
       or (stage in ('in_doubt', 'placed') and ask_at < $1::timestamptz - interval '20 seconds')
       or (stage in ('in_doubt', 'placed') and ask_at is null)
     union all select format('call %s is not prepared', id) from calls
       where $2 and prepare_at < $1::timestamptz - interval '10 seconds' and stage <> 'ended'
     union all select format('schedule %s is not planned', id) from schedules
       where next_due_at < $1::timestamptz + interval '19 minutes'
     union all select format('job %s is waiting: %s', id, name) from simulated_jobs
       where run_at < extract(epoch from $1::timestamptz) * 1000 - 70000`,
    [new Date(world.now()), profile.speech],
  )
  for (const { what } of rows) world.violation(`I24 a minute after the faults ${what}`)
}
