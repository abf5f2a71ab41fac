import { nextDue } from '@reveille/core/schedules/recurrence'
import type { Instant } from '@reveille/core/time/time-zone'
import { isCallable } from '../../people/callable.sql.ts'
import type { ScheduleRow } from '../../platform/database/tables.ts'
import type { Services } from '../../platform/services.ts'
import { listSchedules, ruleOf } from '../schedules.sql.ts'
import { isSkipped } from '../skipped-calls.ts'
import { plannedFirstCalls } from './calendar.sql.ts'

const AHEAD_MS = 60 * 24 * 60 * 60_000

/** `decidedAt`: when its schedule was last changed. */
export type ComingCall = { scheduleId: number; at: Instant; decidedAt: Instant }

/** Every call of the coming 60 days as it will ring if nothing is changed: none that is paused or skipped (ACCT-4). */
export async function comingCalls({ db, clock }: Services, userId: number): Promise<ComingCall[]> {
  const now = clock.now()
  if (!(await isCallable(db, userId))) return []
  const planned = await plannedFirstCalls(db, userId)
  const schedules = await listSchedules(db, { userId, now })
  return schedules
    .flatMap((schedule) => {
      const soon = planned.filter(({ scheduleId }) => scheduleId === schedule.id).map(({ dueAt }) => dueAt)
      const instants = [...soon, ...later(schedule, now)].filter((at) => at > now && at <= now + AHEAD_MS)
      return instants.map((at) => ({ scheduleId: schedule.id, at, decidedAt: schedule.updated_at.getTime() }))
    })
    .toSorted((a, b) => a.at - b.at)
}

/** The instants from the planner's cursor on, without those that are skipped. */
function later(schedule: ScheduleRow, now: Instant): Instant[] {
  const instants: Instant[] = []
  let at = schedule.next_due_at?.getTime() ?? null
  while (at !== null && at <= now + AHEAD_MS) {
    if (!isSkipped(schedule, at)) instants.push(at)
    at = nextDue(ruleOf(schedule), at)
  }
  return instants
}
