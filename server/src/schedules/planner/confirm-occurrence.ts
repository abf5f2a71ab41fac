import type { Call } from '@reveille/core/calls/call'
import { CUT_OFF_MS } from '@reveille/core/calls/misfire-policy'
import { covers, type Proof } from '@reveille/core/calls/proof'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { closeOccurrence } from './close-occurrence.ts'
import { otherOpenOccurrences, writeConfirmed } from './occurrences.sql.ts'
import { deleteUndialled } from './planned-calls.sql.ts'

/**
 * The person proved to be up: their other calls that are due now and ask for no more are settled too (CALL-14, WAKE-16).
 */
export async function confirmOccurrence(services: Services, tx: Tx, call: Call, given: Proof): Promise<void> {
  const now = services.clock.now()
  await writeConfirmed(tx, call.occurrenceId, now)
  // A sample never touches a real call (CALL-12).
  if (call.kind === 'sample') return
  const { userId, occurrenceId: exceptId } = call
  for (const other of await otherOpenOccurrences(tx, { userId, exceptId, now, windowMs: CUT_OFF_MS })) {
    if (!covers(given, other.proof)) continue
    await deleteUndialled(tx, [other.id])
    await writeConfirmed(tx, other.id, now)
    await closeOccurrence(services, tx, other, { outcome: 'answered', by: 'call' })
  }
}
