import { FOLLOW_UP_KINDS } from '@reveille/core/calls/call-lifecycle'
import { CUT_OFF_MS } from '@reveille/core/calls/call-times'
import { isCarrierTroubled, TROUBLE_SEEN_FOR_MS } from '@reveille/core/calls/carrier-trouble'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import { countCarrierAnswers } from '../calls/carrier-trouble.sql.ts'
import { LAST_BACKUP } from '../platform/backup/backup-facts.ts'
import type { Database } from '../platform/database/database.ts'
import type { Gauges } from '../platform/metrics/metrics.ts'
import { HEARTBEAT_VALID_MS } from './liveness.ts'

/** Reads the gauges of calls, jobs and workers that alerts use. */
export async function readGauges(db: Database, clock: () => Instant): Promise<Gauges> {
  const now = clock()
  const [calls, other, jobs, answers, rates] = await Promise.all([
    countCalls(db, now),
    readOther(db, clock),
    readJobs(db, now),
    countCarrierAnswers(db, { since: now - TROUBLE_SEEN_FOR_MS, now }),
    db
      .selectFrom('carrier_rate')
      .select(['id', 'next_free_at as nextFreeAt', 'off_at as offAt'])
      .orderBy('id')
      .execute(),
  ])
  return {
    calls,
    jobs,
    isCarrierTroubled: isCarrierTroubled(answers),
    overdueMs: Math.max(0, now - (other.oldest ?? now)),
    carriers: rates.map(({ id, nextFreeAt, offAt }) => ({
      id,
      capacityTakenMs: Math.max(0, nextFreeAt - now),
      isOff: offAt !== null,
    })),
    plannedAheadMs: other.next_due === null ? null : other.next_due - now,
    liveWorkers: other.live_workers,
    crowdedMinutes: Number(other.crowded_minutes ?? 0),
    zoneDataSince: other.zone_data_since === null ? null : Date.parse(other.zone_data_since),
    lastBackupAt: other.last_backup === null ? null : Date.parse(other.last_backup),
    clockSkewMs: other.clockSkewMs,
  }
}

async function countCalls(db: Database, now: Instant): Promise<Gauges['calls']> {
  const { rows } = await sql<{ stage: keyof Gauges['calls']; count: number }>`
    select 'planned' as stage, count(*) as count from calls where stage = 'planned'
    union all select 'leased', count(*) from calls where stage = 'leased'
    union all select 'dialling', count(*) from calls where stage = 'dialling'
    union all select stage, count(*) from calls where ask_at is not null
      and (stage = 'placed' or stage = 'in_doubt' and due_at > ${new Date(now - CUT_OFF_MS)}) group by stage
  `.execute(db)
  const found = Object.fromEntries(rows.map(({ stage, count }) => [stage, count]))
  return { planned: 0, leased: 0, dialling: 0, placed: 0, in_doubt: 0, ...found }
}

type Other = {
  oldest: Instant | null
  next_due: Instant | null
  live_workers: number
  zone_data_since: string | null
  crowded_minutes: string | null
  last_backup: string | null
  database_now: Instant
}

async function readOther(db: Database, clock: () => Instant): Promise<Other & { clockSkewMs: number }> {
  const before = clock()
  const [heardSince, heardUntil] = [new Date(before - HEARTBEAT_VALID_MS), new Date(before + HEARTBEAT_VALID_MS)]
  const { rows } = await sql<Other>`select
    least((select min(dial_at) from calls where stage = 'planned'),
      -- A follow-up gets a slot only when no first call wants it; until then it isn't late.
      (select min(coalesce(slot_at, case when kind = any(${FOLLOW_UP_KINDS}::text[])
        then greatest(dial_at, (select next_free_at from carrier_rate where id = calls.carrier)) else dial_at end))
        from calls where stage = 'leased')) as oldest,
    (select min(next_due_at) from schedules where next_due_at is not null) as next_due,
    (select count(*) from workers where beat_at > ${heardSince} and beat_at < ${heardUntil}) as live_workers,
    (select value from installation where key = 'zone-data-since') as zone_data_since,
    (select value from installation where key = 'crowded-minutes') as crowded_minutes,
    (select value from installation where key = ${LAST_BACKUP}) as last_backup,
    clock_timestamp() as database_now
  `.execute(db)
  const other = rows[0]!
  // It was read at some moment between the two, so a slow database doesn't look like a wrong clock.
  const at = other.database_now
  return { ...other, clockSkewMs: Math.min(0, at - before) + Math.max(0, at - clock()) }
}

/**
 * Reads the queue's own table without finished jobs, which it keeps for an hour. Speech preparations are in the calls'
 * rows.
 */
async function readJobs(db: Database, now: Instant): Promise<Gauges['jobs']> {
  const { rows } = await sql<Gauges['jobs'][number]>`
    select name as queue, state::text as state, count(*) as count from jobs.job
    where state in ('created', 'retry', 'active') group by name, state
    union all select 'prepare-speech', 'created', count(*) from calls
      where prepare_at <= ${new Date(now)} and stage <> 'ended' having count(*) > 0
    order by 1, 2
  `.execute(db)
  return rows
}
