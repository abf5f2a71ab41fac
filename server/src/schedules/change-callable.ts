import type { Callee } from '@reveille/core/people/callable'
import { lockCallee } from '../people/with-person.ts'
import type { Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { planOverdue, replanSchedule, type FollowUps } from './planner/replan.ts'
import { lockSchedules } from './schedules.sql.ts'

/**
 * The only way to change whether a person may be called, at which number, or on which days. Overdue calls get their
 * outcome under the old state, `change` writes, and all schedules are replanned. 'end' stops what has begun.
 */
export async function changeCallable<R>(
  services: Services,
  tx: Tx,
  { userId, followUps }: { userId: number; followUps: FollowUps },
  change: (callee: Callee | null) => Promise<R>,
): Promise<R> {
  const callee = await lockCallee(tx, userId)
  for (const schedule of await lockSchedules(tx, userId, services.clock.now()))
    await planOverdue(services, tx, schedule)
  const result = await change(callee)
  for (const schedule of await lockSchedules(tx, userId, services.clock.now()))
    await replanSchedule(services, tx, schedule, followUps)
  return result
}
