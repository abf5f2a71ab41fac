import { lockPerson } from '../../people/callable.sql.ts'
import { lockSchedules } from '../schedules.sql.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { planOverdue, replanSchedule, type FollowUps } from './replan.ts'

/** Before a change of whether a person may be called, or by which number: what they are owed already is theirs as it was. */
export async function planOverdueOfPerson(services: Services, tx: Tx, userId: number): Promise<void> {
  await lockPerson(tx, userId)
  for (const schedule of await lockSchedules(tx, userId, services.clock.now()))
    await planOverdue(services, tx, schedule)
}

/** After it: who may not be called any more loses what was planned; who may, again or elsewhere, keeps what is due. */
export async function replanPerson(
  services: Services,
  tx: Tx,
  userId: number,
  followUps: FollowUps = 'stay',
): Promise<void> {
  for (const schedule of await lockSchedules(tx, userId, services.clock.now()))
    await replanSchedule(services, tx, schedule, followUps)
}
