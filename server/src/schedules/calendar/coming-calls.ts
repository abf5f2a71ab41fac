import type { Week } from '@reveille/contract/schedules'
import { isDayOff } from '@reveille/core/schedules/days-off'
import { nextDue } from '@reveille/core/schedules/recurrence'
import { ruleOf, type Schedule } from '@reveille/core/schedules/schedule'
import { CALENDAR_AHEAD_MS } from '@reveille/core/schedules/schedule-limit'
import { isSkipped } from '@reveille/core/schedules/skipped-calls'
import { addDays, weekdayOf } from '@reveille/core/time/calendar'
import { type Instant, localDateAt, localDateTimeAt } from '@reveille/core/time/time-zone'
import { isCallable } from '../../people/callable.sql.ts'
import { iso } from '../../platform/http/local-moment.ts'
import type { Services } from '../../platform/services.ts'
import { type ListedSchedule, listSchedules } from '../schedules.sql.ts'
import { plannedFirstCalls } from './calendar.sql.ts'

/** `decidedAt`: when its schedule was last changed. */
export type ComingCall = { scheduleId: number; at: Instant; decidedAt: Instant }

/** Every call that will ring if nothing changes, without paused and skipped ones. */
export async function comingCalls({ db, clock }: Services, userId: number): Promise<ComingCall[]> {
  const now = clock.now()
  if (!(await isCallable(db, userId))) return []
  const planned = await plannedFirstCalls(db, userId)
  const schedules = await listSchedules(db, { userId, now })
  return schedules
    .flatMap((schedule) => {
      const soon = planned.filter(({ scheduleId }) => scheduleId === schedule.id).map(({ dueAt }) => dueAt)
      const instants = [...soon, ...later(schedule, now)].filter((at) => at > now && at <= now + CALENDAR_AHEAD_MS)
      return instants.map((at) => ({ scheduleId: schedule.id, at, decidedAt: schedule.updatedAt }))
    })
    .toSorted((a, b) => a.at - b.at)
}

/** The instants from the planner's cursor on, without skipped ones. */
function later(schedule: Schedule, now: Instant): Instant[] {
  const instants: Instant[] = []
  let at = schedule.nextDueAt
  while (at !== null && at <= now + CALENDAR_AHEAD_MS) {
    if (!isSkipped(schedule, at)) instants.push(at)
    at = nextDue(ruleOf(schedule), at)
  }
  return instants
}

/** What still rings of mornings under way. */
async function followUps({ db }: Services, userId: number, schedules: readonly ListedSchedule[]) {
  if (!(await isCallable(db, userId))) return []
  return schedules.flatMap(({ id, isActive, followUpAt: at }) =>
    isActive && at !== null ? [{ scheduleId: id, at }] : [],
  )
}

const DAYS = 7

/** What rings in the seven days from today, follow-ups included, in the first schedule's zone. Empty without a schedule. */
export async function comingWeek(services: Services, userId: number): Promise<Week> {
  const now = services.clock.now()
  const schedules = await listSchedules(services.db, { userId, now })
  const [first] = schedules
  if (first === undefined) return []
  const coming = await comingCalls(services, userId)
  const calls = [...(await followUps(services, userId, schedules)), ...coming].flatMap(({ scheduleId, at }) => {
    const schedule = schedules.find(({ id }) => id === scheduleId)
    if (schedule === undefined) return []
    const { date, time } = localDateTimeAt(at, schedule.timezone)
    return [{ date, call: { scheduleId, name: schedule.name, at: iso(at), time, timezone: schedule.timezone } }]
  })
  const active = schedules.filter(({ isActive }) => isActive)
  return Array.from({ length: DAYS }, (_day, index) => {
    const date = addDays(localDateAt(now, first.timezone), index)
    const isOff = active.length > 0 && active.every(({ daysOff }) => isDayOff(daysOff, date))
    const ofDay = calls.filter((one) => one.date === date).map(({ call }) => call)
    return { date, weekday: weekdayOf(date), isOff, calls: ofDay }
  })
}
