import type { CallEventKind } from '@reveille/core/calls/call-timeline'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

export type NewCallEvent = { callId: number; at: Instant; kind: CallEventKind; detail?: string | null }

/** Entries never change. */
export async function appendCallEvents(db: Database, events: readonly NewCallEvent[]): Promise<void> {
  if (events.length === 0) return
  // Arrays instead of a value list, because many calls at one instant exceed a statement's parameters.
  await sql`
    -- Skips calls of accounts deleted meanwhile. This is the lock that the foreign key takes anyway: taken here, it waits
    -- for a deletion in progress and finds the row gone.
    with existing as materialized (
      select id from calls where id = any(${[...new Set(events.map(({ callId }) => callId))]}::bigint[])
      order by id for key share
    )
    insert into call_events (call_id, at, kind, detail)
    select event.* from unnest(
      ${events.map(({ callId }) => callId)}::bigint[],
      ${events.map(({ at }) => new Date(at))}::timestamptz[],
      ${events.map(({ kind }) => kind)}::text[],
      ${events.map(({ detail }) => detail ?? null)}::text[]
    ) as event (call_id, at, kind, detail)
    where event.call_id in (select id from existing)
  `.execute(db)
}

export async function isNoted(db: Database, callId: number, detail: string): Promise<boolean> {
  const events = db.selectFrom('call_events').select('at').where('call_id', '=', callId).where('detail', '=', detail)
  return (await events.executeTakeFirst()) !== undefined
}
