import { isUndialled } from '@reveille/core/call-lifecycle'
import { nextDue, oneTimeOccurrence } from '@reveille/core/recurrence'
import type { Instant } from '@reveille/core/time-zone'
import { deleteUndialled, lockCallsOf } from '../db/calls.ts'
import { setCursor } from '../db/cursors.ts'
import { closeOccurrence, openOccurrencesOf } from '../db/occurrences.ts'
import { ruleOf } from '../db/schedule-rule.ts'
import { readSchedule } from '../db/schedules.ts'
import type { ScheduleRow } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'
import type { Services } from '../ports/services.ts'
import { planSchedules } from './plan-occurrences.ts'

/** Whether follow-ups of a call that was dialled already go on: an edit leaves them, a pause does not. */
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
  const changed = await setCursor(tx, schedule, { nextDueAt, oneTimeAt, now })
  await planSchedules(services, tx, [changed], now)
  return readSchedule(tx, changed.id)
}

/**
 * Before a change: what a schedule owed while nobody planned it (we were down) becomes its occurrences by the rule as it
 * was, so that none is lost without an outcome.
 */
export async function planOverdue(services: Services, tx: Tx, schedule: ScheduleRow): Promise<void> {
  const now = services.clock.now()
  if (schedule.next_due_at !== null && schedule.next_due_at.getTime() <= now)
    await planSchedules(services, tx, [schedule], now)
}

/** Takes back what of a schedule never reached the carrier; with 'end' also what follows a call that did. */
export async function takeBack(tx: Tx, scheduleId: number, followUps: FollowUps, now: Instant): Promise<void> {
  for (const occurrence of await openOccurrencesOf(tx, [scheduleId])) {
    const calls = await lockCallsOf(tx, occurrence.id)
    const dialled = calls.filter(({ stage }) => !isUndialled(stage))
    // What is due already is still being seen to (capacity, a busy line): an edit neither doubles nor loses it (I14).
    if (followUps === 'stay' && occurrence.due_at.getTime() <= now) continue
    if (dialled.length === 0) {
      await deleteUndialled(tx, [occurrence.id])
      await closeOccurrence(tx, occurrence.id, 'cancelled', now)
    } else if (followUps === 'end') {
      await deleteUndialled(tx, [occurrence.id])
      // One still under way closes its occurrence itself when it ends.
      if (dialled.every(({ stage }) => stage === 'ended')) {
        const answered = dialled.some(({ status }) => status === 'completed')
        await closeOccurrence(tx, occurrence.id, answered ? 'answered' : 'cancelled', now)
      }
    }
  }
}
