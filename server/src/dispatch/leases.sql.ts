import type { CarrierId } from '@reveille/core/calls/call'
import { FOLLOW_UP_KINDS, type CallKind } from '@reveille/core/calls/call-lifecycle'
import { CUT_OFF_MS } from '@reveille/core/calls/call-times'
import { LONGEST_CALL_MS, LONGEST_RING_MS } from '@reveille/core/calls/in-doubt-policy'
import type { Standing } from '@reveille/core/people/callable'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { timestamp } from '../platform/database/value-types.ts'
import { HEARTBEAT_VALID_MS } from './liveness.ts'

/** Records a worker's heartbeat and returns the database's time. `home` is the folder it was started in. */
export async function beat(db: Database, worker: { id: string; home: string }, now: Instant): Promise<Instant> {
  const beat_at = new Date(now)
  const { database_now } = await db
    .insertInto('workers')
    .values({ ...worker, beat_at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ beat_at }))
    .returning(sql<Instant>`clock_timestamp()`.as('database_now'))
    .executeTakeFirstOrThrow()
  return database_now
}

/** Forgets a worker that stops, or those of an earlier start in this folder: they no longer hold leases. */
export async function forgetWorkers(db: Database, which: { id: string } | { home: string }): Promise<void> {
  await db
    .deleteFrom('workers')
    .where((eb) => eb.and(which))
    .execute()
}

export async function forgetDeadWorkers(db: Database, now: Instant): Promise<void> {
  await db
    .deleteFrom('workers')
    .where('beat_at', '<', timestamp(now - 24 * 60 * 60_000))
    .execute()
}

/**
 * Whether the owner of a call has a valid heartbeat. One from the future doesn't count: its worker's clock had just
 * been set, and if that worker died, it would hold its calls until then.
 */
export const ownerLives = (now: Instant) =>
  sql<boolean>`exists (select 1 from workers where workers.id = calls.lease_owner
    and workers.beat_at > ${new Date(now - HEARTBEAT_VALID_MS)}
    and workers.beat_at < ${new Date(now + HEARTBEAT_VALID_MS)})`

/** Frees leases of dead workers: these calls were never requested, so they may be leased again. */
export async function freeLostLeases(db: Database, now: Instant): Promise<void> {
  const lost = unlocked(db, 'leased').where(({ not }) => not(ownerLives(now)))
  await db.updateTable('calls').set({ stage: 'planned', lease_owner: null }).where('id', 'in', lost).execute()
}

/**
 * Calls at this stage whose row nobody changes at this moment. A worker back from a freeze may be marking the very calls that
 * its claim gives up: waiting for each other's rows would be a deadlock, and the next look comes soon.
 */
const unlocked = (db: Database, stage: 'leased' | 'dialling') =>
  db.selectFrom('calls').select('id').where('stage', '=', stage).forUpdate().skipLocked()

/** Longer than any request: an answer that wasn't recorded by then never will be. */
const DIALLING_ENDS_MS = 30_000

/**
 * Puts calls in doubt that a dead worker was dialing, or a live one that couldn't record the answer: they may be
 * ringing, so the carrier is asked.
 */
export async function doubtLostDialling(db: Database, now: Instant): Promise<void> {
  const lost = unlocked(db, 'dialling').where(({ eb, or, not }) =>
    or([not(ownerLives(now)), eb('marked_at', '<', timestamp(now - DIALLING_ENDS_MS))]),
  )
  const inDoubt = { stage: 'in_doubt', lease_owner: null, ask_at: new Date(now) } as const
  await db.updateTable('calls').set(inDoubt).where('id', 'in', lost).execute()
}

/**
 * After a restore: the lost installation may have dialed anything due until now, including calls that the backup shows as
 * dialed. Only the carriers know. So each such call is in doubt, one of them holds its person's line, and none rings until
 * the carriers have been asked. A call in doubt without a caller number may be at either carrier. Without a verified number
 * nobody was called. Returns how many planned calls are in doubt.
 */
export async function doubtPlanned(db: Database, now: Instant): Promise<number> {
  const doubt = sql`stage = 'in_doubt', lease_owner = null, caller_number = null, ask_at = ${new Date(now)}`
  await sql`update calls set ${doubt} where stage in ('dialling', 'in_doubt')`.execute(db)
  const { numAffectedRows } = await sql`
    with due as (
      select calls.id, case when for_second and second_phone_verified then second_phone else users.phone end as number,
        row_number() over (partition by calls.user_id order by dial_at, calls.id) = 1
          and not exists (select 1 from calls other where other.user_id = calls.user_id and other.holds_line) as holds
      from calls join users on users.id = calls.user_id
      where stage in ('planned', 'leased') and dial_at <= ${new Date(now)} and users.phone_verified
    )
    update calls set ${doubt}, marked_at = dial_at, phone = due.number, holds_line = due.holds
    from due where calls.id = due.id`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export type LeasedCall = {
  id: number
  kind: CallKind
  /** The carrier that dials it unless that one fails or is off. */
  carrier: CarrierId
  dueAt: Instant
  dialAt: Instant
  standing: Standing
  /** Its worker sets this on a follow-up that found no free slot, and on a call that found no free line. */
  hasWaited: boolean
}

/**
 * Claims calls ahead, so that they leave on time and not at the next poll; at one instant, established people's first.
 * As leases, so that a crash frees them.
 */
export const leaseUpcoming = (
  db: Database,
  { until, owner, limit }: { until: Instant; owner: string; limit: number },
): Promise<LeasedCall[]> => lease(db, owner, planned(db, until).limit(limit))

const planned = (db: Database, until: Instant) =>
  db
    .selectFrom('calls')
    .select('id')
    .where('stage', '=', 'planned')
    .where('dial_at', '<=', timestamp(until))
    .forUpdate()
    .skipLocked()
    .orderBy('dial_at')
    .orderBy('standing')

async function lease(db: Database, owner: string, ids: ReturnType<typeof planned>): Promise<LeasedCall[]> {
  const rows = await db
    .updateTable('calls')
    .set({ stage: 'leased', lease_owner: owner })
    .where('id', 'in', ids)
    .returning(['id', 'kind', 'carrier', 'due_at', 'dial_at', 'standing'])
    .execute()
  return rows.map(({ id, kind, carrier, due_at, dial_at, standing }) => ({
    id,
    kind,
    carrier,
    standing,
    dueAt: due_at,
    dialAt: dial_at,
    hasWaited: false,
  }))
}

/** No call to a telephone line of one's own lives longer: Asterisk ends it. */
const LONGEST_LIFE_MS = LONGEST_RING_MS + LONGEST_CALL_MS
/** A follow-up leaves a line to a first call that is due this soon: most calls are over by then. */
const FIRST_CALL_SOON_MS = 60_000

/**
 * Claims at most as many calls as the telephone line has free, first calls first. `isFull`: others may have to wait. Calls
 * past their cutoff are claimed anyway, to be told. Calls that say a code don't count: how long they last isn't recorded,
 * so the exchange refuses what meets one.
 */
export function leaseForLines(
  db: Database,
  {
    until,
    owner,
    limit,
    now,
    linesAtOnce,
  }: Parameters<typeof leaseUpcoming>[1] & { now: Instant; linesAtOnce: number },
): Promise<{ leased: LeasedCall[]; isFull: boolean }> {
  const oldest = timestamp(now - CUT_OFF_MS)
  return inTransaction(db, async (tx) => {
    // So that workers count one after the other.
    await tx.selectFrom('carrier_rate').select('id').where('id', '=', 1).forUpdate().execute()
    const { rows } = await sql<{ used: number; soon: number }>`select
      (select count(*) from calls where (stage = 'leased' and due_at >= ${oldest})
        or (holds_line and marked_at > ${new Date(now - LONGEST_LIFE_MS)}))::int as used,
      (select count(*) from calls where stage = 'planned' and due_at >= ${oldest}
        and kind <> all(${FOLLOW_UP_KINDS}::text[]) and dial_at <= ${new Date(now + FIRST_CALL_SOON_MS)})::int as soon
    `.execute(tx)
    const { used, soon } = rows[0]!
    const free = Math.max(0, linesAtOnce - used)
    const tooLate = await lease(tx, owner, planned(tx, until).where('due_at', '<', oldest).limit(limit))
    const inTime = planned(tx, until).where('due_at', '>=', oldest)
    const firsts = await lease(tx, owner, inTime.where('kind', 'not in', FOLLOW_UP_KINDS).limit(Math.min(limit, free)))
    const left = Math.max(0, free - Math.max(soon, firsts.length))
    const followUps = await lease(tx, owner, inTime.where('kind', 'in', FOLLOW_UP_KINDS).limit(Math.min(limit, left)))
    return { leased: [...tooLate, ...firsts, ...followUps], isFull: followUps.length === left }
  })
}

/** Returns unsent leases: at a stop, or until `dialAt` if they can't be dialed yet. */
export async function giveBackLeases(
  db: Database,
  owner: string,
  ids: readonly number[],
  dialAt?: Instant,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('calls')
    .set({
      stage: 'planned',
      lease_owner: null,
      ...(dialAt === undefined ? {} : { dial_at: new Date(dialAt), slot_at: null }),
    })
    .where('id', 'in', ids)
    .where('stage', '=', 'leased')
    .where('lease_owner', '=', owner)
    .execute()
}

/** Returns every lease of a worker that isn't in `held`; when it stops, all of them. */
export async function giveBackLeasesBut(db: Database, owner: string, held: readonly number[]): Promise<void> {
  await db
    .updateTable('calls')
    .set({ stage: 'planned', lease_owner: null })
    .where('stage', '=', 'leased')
    .where('lease_owner', '=', owner)
    .where(sql<boolean>`id <> all(${held}::bigint[])`)
    .execute()
}
