import { sql } from 'kysely'
import { UNDIALLED, type LiveCall } from '@reveille/core/calls/call-lifecycle'
import type { CallEventKind } from '@reveille/core/calls/call-timeline'
import type { Instant } from '@reveille/core/time/time-zone'
import { columnsOf } from './calls.sql.ts'
import { PREPARED } from '../platform/database/prepared-driver.ts'
import type { CallRow } from '../platform/database/tables.ts'
import type { Tx } from '../platform/database/transaction.ts'

export type EndedCall = {
  call: LiveCall
  carrierCallId: string | null
  failure: string | null
  line: { at: Instant; kind: CallEventKind; detail: string | null }
  /** When the person's next call may ring: those that waited for their line are due again then (CALL-14). */
  lineFreeAt: Instant
}

/** Writes the end of a locked call in one statement: its row, its line in the timeline, and who waited for it. */
export async function saveEndedCall(tx: Tx, row: CallRow, ended: EndedCall): Promise<void> {
  const { call, carrierCallId, failure, line, lineFreeAt } = ended
  const save = tx
    .updateTable('calls')
    .set(columnsOf(call, { carrierCallId, failure, askAt: null }))
    .where('id', '=', row.id)
  const wake = tx
    .updateTable('calls')
    // Old news may come while the other is not yet due: never before its own time.
    .set((eb) => ({
      dial_at: eb.fn('greatest', [eb.ref('due_at'), eb.val(new Date(lineFreeAt))]),
      slot_at: null,
      stage: 'planned',
      lease_owner: null,
    }))
    .where('user_id', '=', row.user_id)
    .where('id', '<>', row.id)
    .where('stage', 'in', UNDIALLED)
    .whereRef('dial_at', '>', 'due_at')
  await sql`with ${PREPARED} saved as (${save}), woken as (${wake})
    insert into call_events (call_id, at, kind, detail)
    values (${row.id}, ${new Date(line.at)}, ${line.kind}, ${line.detail})
  `.execute(tx)
}
