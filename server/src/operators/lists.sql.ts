import { UNDIALLED } from '@reveille/core/calls/call-lifecycle'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { timestamp } from '../platform/database/value-types.ts'
import { crowdedMinutes, type Minute } from '../schedules/crowded-minutes.sql.ts'

type Doubt = {
  id: number
  userId: number
  dueAt: Instant
  askAt: Instant | null
  asks: number
  detail: string | null
}

/** Calls that the carrier may or may not have, oldest first. */
export async function listDoubts(db: Database): Promise<Doubt[]> {
  const { rows } = await sql<Doubt>`
    select id, user_id as "userId", due_at as "dueAt", ask_at as "askAt", asks, (select detail from call_events
      where call_id = calls.id and kind = 'in-doubt' order by call_events.id desc limit 1) as detail
    from calls where stage = 'in_doubt' order by due_at
  `.execute(db)
  return rows
}

/** Minutes with first calls, earliest first: those that will be planned, and those that are and haven't been dialed. */
export async function listMinutes(db: Database, span: { from: Instant; until: Instant }): Promise<Minute[]> {
  const { rows: planned } = await sql<Minute>`
    select date_trunc('minute', due_at) as at, count(*)::float8 as calls from calls
    where kind = 'first' and stage = any(${UNDIALLED}::text[]) and due_at >= ${new Date(span.from)}
      and due_at < ${new Date(span.until)} group by 1
  `.execute(db)
  const minutes = Map.groupBy([...planned, ...(await crowdedMinutes(db, { ...span, most: 0 }))], ({ at }) => at)
  return [...minutes]
    .map(([at, found]) => ({ at, calls: found.reduce((sum, { calls }) => sum + calls, 0) }))
    .toSorted((a, b) => a.at - b.at)
}

type FailedJob = { id: string; queue: string; failedAt: Instant; tries: number }

/** Failed jobs, latest first; the queue keeps them for an hour. */
export async function listFailedJobs(db: Database): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id::text, name as queue, completed_on as "failedAt", retry_count as tries
    from jobs.job where state = 'failed' order by completed_on desc
  `.execute(db)
  return rows
}

/** `except`: leaves out what was stopped at that instant. */
export async function listStopped(
  db: Database,
  phone: string,
  { except }: { except?: Instant } = {},
): Promise<('calls' | 'texts')[]> {
  const stopped = db.selectFrom('opt_outs').select('kind').where('phone', '=', phone).orderBy('kind')
  const rows = await (except === undefined ? stopped : stopped.where('opted_out_at', '<>', timestamp(except))).execute()
  return rows.map(({ kind }) => kind)
}

/** The last code for this address that can still be entered. */
export async function findOpenCode(db: Database, address: string, now: Instant) {
  const row = await db
    .selectFrom('one_time_codes')
    .select(['id', 'purpose'])
    .where('address', '=', address)
    .where('used_at', 'is', null)
    .where('expires_at', '>', timestamp(now))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
