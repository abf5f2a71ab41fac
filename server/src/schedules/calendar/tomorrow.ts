import { nextDue, type Rule } from '@reveille/core/schedules/recurrence'
import { ruleOf, type Schedule } from '@reveille/core/schedules/schedule'
import { isSkipped } from '@reveille/core/schedules/skipped-calls'
import { addDays, type LocalTime } from '@reveille/core/time/calendar'
import { type Instant, instantAt, localDateAt, localDateTimeAt } from '@reveille/core/time/time-zone'
import type { Services } from '../../platform/services.ts'
import { everySchedule } from './calendar.sql.ts'

/** Tomorrow's first call by the schedule's clock, or why the schedules have none. */
export type Tomorrow = { time: LocalTime; timezone: string } | { whyNot: string }

/** Tomorrow of everybody who has a schedule, as if they may be called. */
export async function tomorrowByPerson({ db, clock }: Services): Promise<Map<number, Tomorrow>> {
  const byPerson = Map.groupBy(await everySchedule(db), ({ userId }) => userId)
  return new Map([...byPerson].map(([userId, schedules]) => [userId, tomorrowOf(schedules, clock.now())]))
}

function tomorrowOf(schedules: readonly Schedule[], now: Instant): Tomorrow {
  const active = schedules.filter(({ isActive }) => isActive)
  if (active.length === 0) return { whyNot: 'Schedules are paused' }
  const calls = active.flatMap((schedule) => callsTomorrow(schedule, now))
  const first = calls.filter(({ isOn }) => isOn).toSorted((a, b) => a.at - b.at)[0]
  if (first !== undefined) return { time: localDateTimeAt(first.at, first.timezone).time, timezone: first.timezone }
  return { whyNot: calls.length > 0 ? 'Skipped, or a day off' : 'No call on that day' }
}

/** Tomorrow's call of a schedule, at most one; `isOn`: neither skipped nor on a day off. */
function callsTomorrow(schedule: Schedule, now: Instant): { at: Instant; timezone: string; isOn: boolean }[] {
  const { timezone } = schedule
  const tomorrow = addDays(localDateAt(now, timezone), 1)
  const midnight = instantAt(tomorrow, '00:00', timezone)
  if (midnight === null) return [] // the zone skips that day
  const rule = ruleOf(schedule)
  const at = nextDue({ ...rule, daysOff: [] } satisfies Rule, midnight - 1)
  if (at === null || localDateAt(at, timezone) !== tomorrow) return []
  return [{ at, timezone, isOn: nextDue(rule, midnight - 1) === at && !isSkipped(schedule, at) }]
}
