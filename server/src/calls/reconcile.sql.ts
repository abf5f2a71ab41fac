import type { Call } from '@reveille/core/calls/call'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import { CALL } from '../platform/database/columns.ts'
import type { Database } from '../platform/database/database.ts'
import { dueRows } from '../platform/database/due-rows.sql.ts'
import type { Tx } from '../platform/database/transaction.ts'

/** `asks`: how often we have asked the carrier about it, this time included. */
export type AskedCall = Call & { asks: number }

/** Claims calls in a stage that are due for reconciliation; no other worker takes them before `againAfterMs`. */
export function takeDueForReconciliation(
  db: Database,
  now: Instant,
  { at, limit, againAfterMs }: { at: 'in_doubt' | 'placed'; limit: number; againAfterMs: number },
): Promise<AskedCall[]> {
  return db
    .updateTable('calls')
    .set((eb) => ({ ask_at: new Date(now + againAfterMs), asks: eb('asks', '+', 1) }))
    .where('id', 'in', dueRows('calls', 'ask_at', { now, limit, only: sql`stage = ${at}` }))
    .where('stage', '=', at)
    .returning([...CALL, 'calls.asks'])
    .execute()
}

/** Sets when to ask the carrier next; does nothing for a call that has ended or was never requested. */
export async function setAskAt(db: Database, callId: number, at: Instant): Promise<void> {
  await db
    .updateTable('calls')
    .set({ ask_at: new Date(at) })
    .where('id', '=', callId)
    .where('stage', 'in', ['in_doubt', 'placed'])
    .execute()
}

export async function boundCarrierIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('calls').select('carrier_call_id').where('carrier_call_id', 'in', ids).execute()
  return new Set(rows.flatMap(({ carrier_call_id }) => carrier_call_id ?? []))
}

/** How many calls of ours only the second carrier can tell about, or has recordings of. */
export async function countOpenBySecond(db: Database): Promise<number> {
  const { rows } = await sql<{ open: number }>`select ((select count(*) from calls where carrier = 2
      and (stage in ('dialling', 'in_doubt', 'placed') or seek_recording_at is not null))
    + (select count(*) from carrier_recordings where carrier = 2))::int as open`.execute(db)
  return rows[0]!.open
}

/** True for the first caller that records that we couldn't learn whether the phone rang. */
export async function recordNotLearnt(tx: Tx, callId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('calls')
    .set({ failure: 'not-learnt' })
    .where('id', '=', callId)
    .where('failure', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Releases the line of a call whose end was never reported, long after it must have been over. */
export async function releaseLine(db: Database, callId: number): Promise<void> {
  await db
    .updateTable('calls')
    .set({ holds_line: false })
    .where('id', '=', callId)
    .where('stage', 'in', ['in_doubt', 'placed'])
    .execute()
}
