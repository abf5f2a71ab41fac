import type { LiveCall } from '@reveille/core/calls/call-lifecycle'
import type { Database } from '../platform/database/database.ts'
import { PREPARED } from '../platform/database/prepared-driver.ts'
import type { CallRow, OccurrenceRow } from '../platform/database/tables.ts'
import type { Tx } from '../platform/database/transaction.ts'

export async function findCall(db: Database, id: number): Promise<CallRow | null> {
  return (await db.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** By the secret in its callback addresses. */
export async function findCallByToken(db: Database, token: string): Promise<CallRow | null> {
  return (await db.selectFrom('calls').selectAll().where('token', '=', token).executeTakeFirst()) ?? null
}

/** The row as it is now, locked. Take the person's lock first. */
export async function lockCall(tx: Tx, id: number): Promise<CallRow | null> {
  const locked = tx.selectFrom('calls').modifyFront(PREPARED).selectAll().where('id', '=', id).forUpdate()
  return (await locked.executeTakeFirst()) ?? null
}

/** All calls of an occurrence in the order of their attempts. */
export function callsOf(tx: Tx, occurrenceId: number): Promise<CallRow[]> {
  return tx.selectFrom('calls').selectAll().where('occurrence_id', '=', occurrenceId).orderBy('attempt').execute()
}

/** The part of a row that the lifecycle in core decides about. */
export function toLiveCall(row: CallRow): LiveCall {
  return {
    stage: row.stage,
    status: row.status,
    ringingAt: row.ringing_at?.getTime() ?? null,
    answeredAt: row.answered_at?.getTime() ?? null,
    endedAt: row.ended_at?.getTime() ?? null,
    durationS: row.duration_s,
    machine: row.machine,
    confirmedAt: row.confirmed_at?.getTime() ?? null,
    snoozed: row.snoozed,
  }
}

type MorningCall = Pick<
  CallRow,
  'stage' | 'kind' | 'status' | 'due_at' | 'ended_at' | 'confirmed_at' | 'snoozed' | 'failure'
>

/** An occurrence with its calls in the order of their attempts: what decides what follows the last of them. */
export type Morning = {
  occurrence: OccurrenceRow
  calls: MorningCall[]
}

/** One statement, because every call of a herd comes to its end. There is a call, or this throws. */
export async function readMorning(tx: Tx, occurrenceId: number): Promise<Morning> {
  const rows = await tx
    .selectFrom('occurrences')
    .innerJoin('calls', 'calls.occurrence_id', 'occurrences.id')
    .selectAll('occurrences')
    .select(['calls.stage', 'calls.kind', 'calls.status', 'calls.due_at as call_due_at'])
    .select(['calls.ended_at', 'calls.confirmed_at as call_confirmed_at', 'calls.snoozed', 'calls.failure'])
    .where('occurrences.id', '=', occurrenceId)
    .orderBy('calls.attempt')
    .execute()
  const [first] = rows
  if (first === undefined) throw new Error(`occurrence ${occurrenceId} has no call`)
  return {
    occurrence: first,
    calls: rows.map((row) => ({ ...row, due_at: row.call_due_at, confirmed_at: row.call_confirmed_at })),
  }
}
