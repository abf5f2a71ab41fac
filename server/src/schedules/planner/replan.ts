import { isUndialled } from '@reveille/core/calls/call-lifecycle'
import { cutOff } from '@reveille/core/calls/misfire-policy'
import { nextDue, oneTimeOccurrence } from '@reveille/core/schedules/recurrence'
import type { Instant } from '@reveille/core/time/time-zone'
import { failLocked } from '../../calls/end-call.ts'
import { lockPerson } from '../../people/lock-person.sql.ts'
import type { CallRow, ScheduleRow } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { readSchedule, setSkipped, lockSchedules, ruleOf } from '../schedules.sql.ts'
import { skipsByOurData } from '../skipped-calls.ts'
import { setCursor } from './cursors.sql.ts'
import { endOccurrence } from './end-occurrence.ts'
import { openOccurrencesOf } from './occurrences.sql.ts'
import { lockCallsOf } from './planned-calls.sql.ts'
import { planSchedules } from './planner.ts'

/**
 * Whether what has begun goes on: follow-ups of a call that was dialled, and a call that is due. An edit leaves it, and so
 * does a pause, under which it is not dialled (dispatch/marks.sql.ts); the rest ends it.
 */
export type FollowUps = 'stay' | 'end'

/**
 * After any change of a locked schedule, in the same transaction: what was planned for it and never reached the carrier
 * is taken back, its cursor is computed anew from now (never for the past, SCHED-8), and what lies within the horizon
 * is planned at once, so that a change 30 s before a call rings exactly as the screen says.
 */
export async function replanSchedule(
  services: Services,
  tx: Tx,
  schedule: ScheduleRow,
  followUps: FollowUps = 'stay',
): Promise<ScheduleRow> {
  const now = services.clock.now()
  await takeBack(tx, schedule.id, followUps, now)
  const rule = ruleOf(schedule)
  const nextDueAt = schedule.is_active && schedule.ended_at === null ? nextDue(rule, now) : null
  const oneTimeAt = rule.kind === 'one-time' ? oneTimeOccurrence(rule.date, rule.localTime, rule.timeZone) : null
  const changed = await setCursor(tx, schedule, { nextDueAt, oneTimeAt, skips: skipsByOurData(schedule), now })
  await planSchedules(services, tx, [changed], now)
  return readSchedule(tx, changed.id)
}

/**
 * Before a change: what a schedule owed while nobody planned or dialled it (we were down) becomes its occurrences by the
 * rule as it was, and what came too late has failed, so that none is lost without an outcome (CALL-2, CALL-5). A follow-up
 * whose time came under a pause, and so after the schedule's last change, ends its occurrence. Returns the locked schedule
 * as it is then.
 */
export async function planOverdue(services: Services, tx: Tx, schedule: ScheduleRow): Promise<ScheduleRow> {
  const now = services.clock.now()
  if (schedule.next_due_at !== null && schedule.next_due_at.getTime() <= now) {
    await planSchedules(services, tx, [schedule], now)
    // It now counts as planned by our zone data, so its skips have to be by them, too.
    await setSkipped(tx, schedule.id, skipsByOurData(schedule))
  }
  if (!schedule.is_active) await endMissed(tx, schedule, now)
  await failTooLate(services, tx, schedule)
  return readSchedule(tx, schedule.id)
}

/** Ends the occurrences of a paused schedule whose follow-up came due under the pause. */
async function endMissed(tx: Tx, { id, updated_at }: ScheduleRow, now: Instant): Promise<void> {
  for (const occurrence of await openOccurrencesOf(tx, [id])) {
    const isMissed = ({ stage, due_at }: CallRow) =>
      isUndialled(stage) && due_at > updated_at && due_at.getTime() <= now
    if ((await lockCallsOf(tx, occurrence.id)).some(isMissed)) await endOccurrence(tx, occurrence, now)
  }
}

async function failTooLate(services: Services, tx: Tx, { id, user_id }: ScheduleRow): Promise<void> {
  const now = services.clock.now()
  for (const occurrence of await openOccurrencesOf(tx, [id])) {
    for (const row of await lockCallsOf(tx, occurrence.id)) {
      if (!isUndialled(row.stage) || cutOff(row.due_at.getTime()) >= now) continue
      const person = await lockPerson(tx, user_id)
      if (person !== null) await failLocked(services, tx, { row, person }, { reason: 'too-late' })
    }
  }
}

/** Takes back what of a schedule never reached the carrier; with 'end' also what follows a call that did. */
export async function takeBack(tx: Tx, scheduleId: number, followUps: FollowUps, now: Instant): Promise<void> {
  for (const occurrence of await openOccurrencesOf(tx, [scheduleId])) {
    const calls = await lockCallsOf(tx, occurrence.id)
    // What is due already is still being seen to (capacity, a busy line): an edit neither doubles nor loses it (I14).
    const hasBegun = occurrence.due_at.getTime() <= now || calls.some(({ stage }) => !isUndialled(stage))
    if (followUps === 'end' || !hasBegun) await endOccurrence(tx, occurrence, now)
  }
}

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
