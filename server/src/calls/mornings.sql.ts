import type { CallRow, OccurrenceRow } from '../platform/database/tables.ts'
import type { Tx } from '../platform/database/transaction.ts'

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
