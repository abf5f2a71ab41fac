import { lockPerson } from '../people/lock-person.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { isBeingPlaced, isUnderWay } from './planner/being-placed.ts'
import { endOccurrence } from './planner/end-occurrence.ts'
import { openOccurrencesOf } from './planner/occurrences.sql.ts'
import { lockOpenCallsOf } from './planner/planned-calls.sql.ts'
import { planOverdue } from './planner/replan.ts'
import { lockSchedule } from './schedules.sql.ts'

/** `underWay`: the carrier has one of its calls already, which continues. */
export type StopOutcome =
  | { outcome: 'stopped'; underWay: boolean }
  | { outcome: 'not-found' | 'nothing-to-stop' | 'being-placed' }

/**
 * Ends what a schedule has begun today: no snooze, retry or wake check follows (CALL-4). A one-time schedule is over with
 * it (SCHED-10), a recurring one rings again on its next day.
 */
export async function stopForToday(services: Services, userId: number, id: number): Promise<StopOutcome> {
  const stopped = await inTransaction(services.db, async (tx): Promise<StopOutcome> => {
    await lockPerson(tx, userId)
    const now = services.clock.now()
    const schedule = await lockSchedule(tx, { userId, id, now })
    if (schedule === null) return { outcome: 'not-found' }
    await planOverdue(services, tx, schedule)
    const calls = await lockOpenCallsOf(tx, id)
    if (calls.some(isBeingPlaced)) return { outcome: 'being-placed' }
    const begun = (await openOccurrencesOf(tx, [id])).filter(({ due_at }) => due_at.getTime() <= now)
    if (begun.length === 0) return { outcome: 'nothing-to-stop' }
    for (const occurrence of begun) await endOccurrence(tx, occurrence, now)
    return { outcome: 'stopped', underWay: calls.some(isUnderWay) }
  })
  services.live.publish(userId, 'calls')
  services.live.publish(userId, 'schedules')
  return stopped
}
