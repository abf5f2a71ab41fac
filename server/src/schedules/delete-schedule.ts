import { lockPerson } from '../people/lock-person.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { isBeingPlaced, isUnderWay } from './planner/being-placed.ts'
import { lockOpenCallsOf } from './planner/planned-calls.sql.ts'
import { planOverdue, takeBack } from './planner/replan.ts'
import { lockSchedule, removeSchedule } from './schedules.sql.ts'

/** `underWay`: the carrier has one of its calls already, which continues. */
export type DeleteOutcome = { outcome: 'deleted'; underWay: boolean } | { outcome: 'not-found' | 'being-placed' }

/** Deletes a schedule and everything planned for it; its history stays (SCHED-9). */
export async function deleteSchedule(services: Services, userId: number, id: number): Promise<DeleteOutcome> {
  const deleted = await inTransaction(services.db, async (tx): Promise<DeleteOutcome> => {
    await lockPerson(tx, userId)
    const schedule = await lockSchedule(tx, { userId, id, now: services.clock.now() })
    if (schedule === null) return { outcome: 'not-found' }
    await planOverdue(services, tx, schedule)
    const calls = await lockOpenCallsOf(tx, id)
    if (calls.some(isBeingPlaced)) return { outcome: 'being-placed' }
    await takeBack(tx, id, 'end', services.clock.now())
    await removeSchedule(tx, id)
    return { outcome: 'deleted', underWay: calls.some(isUnderWay) }
  })
  services.live.publish(userId, 'schedules')
  return deleted
}
