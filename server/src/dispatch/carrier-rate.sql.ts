import type { CarrierId } from '@reveille/core/calls/call'
import { FOLLOW_UP_KINDS } from '@reveille/core/calls/call-lifecycle'
import { CUT_OFF_MS } from '@reveille/core/calls/call-times'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { inTransaction } from '../platform/database/transaction.ts'

type ToAssign = {
  owner: string
  ids: readonly number[]
  now: Instant
  /** The carrier that dials them; default: the first. */
  carrier?: CarrierId
  intervalMs: number
  /** Follow-ups get no later slot. */
  followUpsUntil: Instant
}

/** `isTaken` false: a follow-up has to wait, and `slotAt` is its first free slot. */
export type Slot = { id: number; slotAt: Instant; lateMs: number; isTaken: boolean }

/**
 * Assigns each of these leased calls its carrier, and its slot in that carrier's rate, across all workers. The earliest due
 * goes first; at one instant, everybody's first call before anybody's second, and established people before newcomers. No
 * slot is before the call's own time, or closer than `intervalMs` to the previous one. Follow-ups come after all first
 * calls, and get no slot beyond `followUpsUntil`. A future slot at the same carrier is kept, so that a dead worker's calls
 * don't move to the end. A call whose slot would be past its cutoff won't be dialed, and takes none. Calls no longer leased
 * by `owner` get none. `lateMs` is how much earlier the slot could have been if assigned in time: with a free rate, or one
 * taken only until a moment that has passed.
 */
export function takeSlots(
  db: Database,
  { owner, ids, now, carrier = 1, intervalMs, followUpsUntil }: ToAssign,
): Promise<Slot[]> {
  return inTransaction(db, async (tx) => {
    const interval = `${intervalMs} milliseconds`
    const cutOff = `${CUT_OFF_MS} milliseconds`
    const { rows } = await sql<{ id: number; slot_at: Instant; late_ms: number; is_taken: boolean }>`
      with rate as (
        select greatest(next_free_at, ${new Date(now)}::timestamptz) as free, next_free_at as was_free from carrier_rate where id = ${carrier} for update
      ), held as (
        select id, kind = any(${FOLLOW_UP_KINDS}::text[]) as is_follow_up, due_at, dial_at, slot_at, standing,
          row_number() over (partition by user_id, dial_at order by id) as of_person, coalesce(slot_at > ${new Date(now)} and carrier = ${carrier}, false) as is_kept
        from calls where id = any(${ids}::bigint[]) and stage = 'leased' and lease_owner = ${owner}
      ), queued as (
        select id, is_follow_up, due_at, dial_at, row_number() over (order by is_follow_up, dial_at, of_person, standing, id) - 1 as place
        from held where not is_kept
      ), slotted as (
        -- slot = max(own time, slot before + interval), for all of them at once
        select id, is_follow_up, due_at, place * ${interval}::interval
          + max(greatest(dial_at, free) - place * ${interval}::interval) over (order by place) as slot_at,
          greatest(${new Date(now)}::timestamptz - greatest(dial_at, was_free), '0') as late
        from queued, rate
      ), timed as (
        select *, is_follow_up and slot_at > ${new Date(followUpsUntil)}::timestamptz as waits from slotted
      ), moved as (
        update carrier_rate set next_free_at = taken.last + ${interval}::interval
        from (select max(slot_at) as last from timed where slot_at <= due_at + ${cutOff}::interval and not waits) taken
        where carrier_rate.id = ${carrier} and taken.last is not null
      ), given as (
        update calls set slot_at = timed.slot_at, carrier = ${carrier} from timed where calls.id = timed.id and not waits
        returning calls.id, calls.slot_at, timed.late
      )
      select id, slot_at, (extract(epoch from late) * 1000)::float8 as late_ms, true as is_taken from given
      union all select id, slot_at, 0, true from held where is_kept
      union all select id, min(slot_at) over (), 0, false from timed where waits
    `.execute(tx)
    return rows.map((row) => ({ id: row.id, slotAt: row.slot_at, lateMs: row.late_ms, isTaken: row.is_taken }))
  })
}

export async function carriersOff(db: Database): Promise<ReadonlySet<CarrierId>> {
  const off = await db.selectFrom('carrier_rate').select('id').where('off_at', 'is not', null).execute()
  return new Set(off.map(({ id }) => id))
}
