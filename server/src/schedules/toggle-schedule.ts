import type { Instant } from '@reveille/core/time/time-zone'
import { giveNotice } from '../notices/give-notice.ts'
import { lockPerson } from '../people/lock-person.sql.ts'
import type { ScheduleRow } from '../platform/database/tables.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { isBeingPlaced, isUnderWay } from './planner/being-placed.ts'
import { endLeases, lockOpenCallsOf, type OpenCall } from './planner/planned-calls.sql.ts'
import { planOverdue, replanSchedule } from './planner/replan.ts'
import { hasSchedule, lockSchedule, setActive } from './schedules.sql.ts'
import { isSkipped } from './skipped-calls.ts'
import { wantCallsAgain } from './stop-calls.ts'

/** `underWay`: the carrier has one of its calls already, which continues. */
export type ToggleOutcome =
  | { outcome: 'paused'; underWay: boolean }
  | { outcome: 'resumed' | 'not-found' | 'over' | 'being-placed' }

/**
 * Pauses an active schedule and resumes a paused one (SCHED-8). A pause stops the next call even one second before it. A
 * snooze or a retry waits, and rings if the schedule is resumed by its time. A resume never calls for the past.
 */
export async function toggleSchedule(services: Services, userId: number, id: number): Promise<ToggleOutcome> {
  const toggled = await inTransaction(services.db, async (tx): Promise<ToggleOutcome> => {
    const person = await lockPerson(tx, userId)
    const which = { userId, id, now: services.clock.now() }
    const found = await lockSchedule(tx, which)
    if (found !== null) await planOverdue(services, tx, found)
    // With what was overdue a one-time schedule may be over.
    const schedule = found && (await lockSchedule(tx, which))
    if (schedule === null) return { outcome: (await hasSchedule(tx, which)) ? 'over' : 'not-found' }
    if (schedule.is_active) return pause(services, tx, schedule)
    // Whoever resumes one schedule wants the calls of the others as well.
    if (person !== null) await wantCallsAgain(services, tx, person)
    await replanSchedule(services, tx, await setActive(tx, id, true))
    return { outcome: 'resumed' }
  })
  services.live.publish(userId, 'schedules')
  if (toggled.outcome === 'resumed') services.live.publish(userId, 'account')
  return toggled
}

async function pause(services: Services, tx: Tx, schedule: ScheduleRow): Promise<ToggleOutcome> {
  const { id, user_id: userId, wakeup_time: wakeupTime } = schedule
  const calls = await lockOpenCallsOf(tx, id)
  if (calls.some(isBeingPlaced)) return { outcome: 'being-placed' }
  await endLeases(tx, calls)
  await replanSchedule(services, tx, await setActive(tx, id, false))
  const call = resumedFor(schedule, calls, services.clock.now())
  await giveNotice(services, tx, userId, { kind: 'schedule-paused', wakeupTime, ...call })
  return { outcome: 'paused', underWay: calls.some(isUnderWay) }
}

/** The call that a one-time schedule is resumed for, as it has no other: one at an instant, or one that may yet come. */
function resumedFor(schedule: ScheduleRow, calls: readonly OpenCall[], now: Instant) {
  const { one_time_at: oneTimeAt, timezone } = schedule
  if (oneTimeAt === null || isSkipped(schedule, oneTimeAt.getTime())) return {}
  const ahead = [oneTimeAt, ...calls.map(({ due_at }) => due_at)].map((at) => at.getTime()).filter((at) => at > now)
  return ahead.length === 0 ? { mayBeDue: true } : { dueAt: Math.min(...ahead), timezone }
}
