import type { Call } from '@reveille/core/calls/call'
import { CUT_OFF_MS } from '@reveille/core/calls/misfire-policy'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { closeOccurrence } from './close-occurrence.ts'
import { otherOpenOccurrences, writeConfirmed } from './occurrences.sql.ts'
import { deleteUndialled } from './planned-calls.sql.ts'

/** A key in this call proves that the person is up: their other calls that are due now are settled too (CALL-14). */
export async function confirmOccurrence(services: Services, tx: Tx, call: Call): Promise<void> {
  const now = services.clock.now()
  await writeConfirmed(tx, call.occurrenceId, now)
  // A sample never touches a real call (CALL-12).
  if (call.kind === 'sample') return
  const { userId, occurrenceId: exceptId } = call
  for (const other of await otherOpenOccurrences(tx, { userId, exceptId, now, windowMs: CUT_OFF_MS })) {
    await deleteUndialled(tx, [other.id])
    await writeConfirmed(tx, other.id, now)
    await closeOccurrence(services, tx, other, { outcome: 'answered', by: 'call' })
  }
}
