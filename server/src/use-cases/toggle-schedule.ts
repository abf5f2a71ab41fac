import { lockPerson } from '../db/people.ts'
import { lockSchedule, setActive } from '../db/schedules.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Services } from '../ports/services.ts'
import { giveNotice } from './give-notice.ts'
import { planOverdue, replanSchedule } from './replan-schedule.ts'
import { wantCallsAgain } from './want-calls-again.ts'

export type ToggleOutcome = { outcome: 'resumed' | 'paused' | 'not-found' }

/**
 * Pauses an active schedule and resumes a paused one (SCHED-8). A pause stops what has not been handed to the carrier,
 * even one second before; a resume never calls for the past.
 */
export async function toggleSchedule(services: Services, userId: number, id: number): Promise<ToggleOutcome> {
  const toggled = await inTransaction(services.db, async (tx): Promise<ToggleOutcome> => {
    const person = await lockPerson(tx, userId)
    const schedule = await lockSchedule(tx, { userId, id, now: services.clock.now() })
    if (schedule === null) return { outcome: 'not-found' }
    await planOverdue(services, tx, schedule)
    // Whoever resumes one schedule wants the calls of the others as well.
    if (!schedule.is_active && person !== null) await wantCallsAgain(services, tx, person)
    const changed = await setActive(tx, id, !schedule.is_active)
    await replanSchedule(services, tx, changed, changed.is_active ? 'stay' : 'end')
    if (changed.is_active) return { outcome: 'resumed' }
    await giveNotice(services, tx, userId, { kind: 'schedule-paused', wakeupTime: changed.wakeup_time })
    return { outcome: 'paused' }
  })
  services.live.publish(userId, 'schedules')
  if (toggled.outcome === 'resumed') services.live.publish(userId, 'account')
  return toggled
}
