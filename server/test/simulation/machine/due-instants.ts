import type { Instant } from '@reveille/core/time/time-zone'
import type { Client } from 'pg'

/** From when on a loop finds something to do; infinity for never. */
export type DueInstants = Readonly<Record<string, Instant>>

/** Loops that aren't known here run this often. */
export const IDLE_RUN_MS = 24 * 60 * 60_000

const HORIZON = `interval '20 minutes'`
const LOOK_AHEAD = `interval '8 seconds'`
const BEAT_VALID = `interval '3 seconds'`

/**
 * When each of a worker's loops would find something in the database. Thirty days have millions of runs that find
 * nothing and change nothing, so the simulation skips them. Errs on the early side. `awake` are the ids of workers with
 * a heartbeat, which lose nothing.
 */
export async function dueInstants(observer: Client, awake: readonly string[]): Promise<DueInstants> {
  const { rows } = await observer.query<Record<string, number | null>>({ ...DUE_INSTANTS, values: [awake] })
  const due = Object.entries(rows[0]!).map(([loop, at]) => [loop, at ?? Number.POSITIVE_INFINITY] as const)
  return Object.fromEntries(due)
}

/** Prepared, because it runs after every change. */
const DUE_INSTANTS = {
  name: 'due instants',
  text: `
  with held as (
    select stage,
      case when lease_owner = any($1::text[]) then 'infinity' else coalesce(beat_at, '-infinity') + ${BEAT_VALID} end as lost_at,
      coalesce(slot_at, dial_at) as fires_at, marked_at
    from calls left join workers on workers.id = calls.lease_owner
    where stage in ('leased', 'dialling')
  ), due as (
    select
      (select min(next_due_at) - ${HORIZON} + interval '1 millisecond' from schedules) as "plan",
      (select min(announce_at) from occurrences) as "announce",
      (select min(clock_notice_at) from schedules) as "clock changes",
      least(
        (select min(dial_at) - ${LOOK_AHEAD} from calls where stage = 'planned'),
        (select min(least(lost_at, fires_at + interval '5 seconds')) from held where stage = 'leased')
      ) as "claim",
      least(
        (select min(ask_at) from calls where stage in ('in_doubt', 'placed')),
        (select min(least(lost_at, marked_at + interval '30 seconds')) from held where stage = 'dialling')
      ) as "ask carrier",
      (select min(prepare_at) from calls where stage <> 'ended') as "prepare speech"
  )
  select ${['plan', 'announce', 'clock changes', 'claim', 'ask carrier', 'prepare speech']
    .map((name) => `(extract(epoch from "${name}") * 1000)::float8 as "${name}"`)
    .join(', ')},
    (select min(run_at)::float8 from simulated_jobs) as "jobs"
  from due`,
}
