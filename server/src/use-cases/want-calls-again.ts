import { removeCallsStopped } from '../db/opt-outs.ts'
import type { Person } from '../db/people.ts'
import type { Tx } from '../db/transaction.ts'
import type { Services } from '../ports/services.ts'
import { planOverdueOfPerson, replanPerson } from './replan-person.ts'

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
