import { removeCallsStopped } from '../people/opt-outs.sql.ts'
import type { Person } from '../people/callable.sql.ts'
import type { Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { planOverdueOfPerson, replanPerson } from './planner/replan-person.ts'

/**
 * The signed-in person's own word that calls are wanted again (CALL-7). What was given up already of the next minutes
 * rings after all. Take the person's lock first.
 */
export async function wantCallsAgain(services: Services, tx: Tx, person: Person): Promise<void> {
  if (person.phone === null || !person.optedOutOfCalls) return
  await planOverdueOfPerson(services, tx, person.userId)
  await removeCallsStopped(tx, person.phone)
  await replanPerson(services, tx, person.userId)
}
