import { lockPerson } from '../db/people.ts'
import { lockSchedule, removeSchedule } from '../db/schedules.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Services } from '../ports/services.ts'
import { planOverdue, takeBack } from './replan-schedule.ts'

/** Deletes a schedule and everything planned for it; its history stays (SCHED-9). */
export async function deleteSchedule(services: Services, userId: number, id: number): Promise<'deleted' | 'not-found'> {
  const outcome = await inTransaction(services.db, async (tx) => {
    await lockPerson(tx, userId)
    const schedule = await lockSchedule(tx, { userId, id, now: services.clock.now() })
    if (schedule === null) return 'not-found'
    await planOverdue(services, tx, schedule)
    await takeBack(tx, id, 'end', services.clock.now())
    await removeSchedule(tx, id)
    return 'deleted'
  })
  services.live.publish(userId, 'schedules')
  return outcome
}
