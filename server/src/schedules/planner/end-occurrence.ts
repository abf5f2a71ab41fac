import { isUndialled } from '@reveille/core/calls/call-lifecycle'
import type { Occurrence } from '@reveille/core/schedules/occurrence'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { closeOccurrence } from './close-occurrence.ts'
import { readOccurrence, stopOccurrence } from './occurrences.sql.ts'
import { deleteUndialled, lockCallsOf } from './planned-calls.sql.ts'

/**
 * Ends an open occurrence: nothing more is dialled for it, whatever is learnt about its calls later. Answered when the
 * person proved to be up in one of them, otherwise cancelled. A call under way goes on, and closes its occurrence when it ends.
 */
export async function endOccurrence(services: Services, tx: Tx, occurrence: Occurrence): Promise<void> {
  const { id } = occurrence
  const dialled = (await lockCallsOf(tx, id)).filter(({ stage }) => !isUndialled(stage))
  await deleteUndialled(tx, [id])
  // One that never began may be planned again.
  if (dialled.length > 0) await stopOccurrence(tx, id, services.clock.now())
  if (dialled.some(({ stage }) => stage !== 'ended')) return
  const answered = dialled.some(({ confirmedAt }) => confirmedAt !== null)
  await closeOccurrence(services, tx, occurrence, { outcome: answered ? 'answered' : 'cancelled', by: 'person' })
}

/** The same by its id. */
export async function endOccurrenceOf(services: Services, tx: Tx, occurrenceId: number): Promise<void> {
  await endOccurrence(services, tx, await readOccurrence(tx, occurrenceId))
}
