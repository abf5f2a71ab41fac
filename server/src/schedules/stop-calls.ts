import type { Person } from '@reveille/core/people/callable'
import { giveNotice } from '../notices/give-notice.ts'
import { recordCallsStopped, removeCallsStopped } from '../people/opt-outs.sql.ts'
import type { Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { replanSchedule, planOverdueOfPerson, replanPerson } from './planner/replan.ts'
import { lockSchedules, setActive } from './schedules.sql.ts'

/**
 * 0 and again 0 on the phone, or calls turned off under Account (CALL-7): pauses every schedule and records, by number,
 * that it wants no calls. Only the signed-in person lifts that. What was owed before stays owed: it gets its outcome.
 */
export async function stopAllCalls(services: Services, tx: Tx, userId: number, phone: string | null): Promise<void> {
  await planOverdueOfPerson(services, tx, userId)
  const now = services.clock.now()
  if (phone !== null) await recordCallsStopped(tx, phone, now)
  for (const schedule of await lockSchedules(tx, userId, now)) {
    if (schedule.is_active) await replanSchedule(services, tx, await setActive(tx, schedule.id, false), 'end')
  }
  await giveNotice(services, tx, userId, { kind: 'calls-stopped' })
}

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
