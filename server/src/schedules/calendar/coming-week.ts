import type { Week } from '@reveille/contract/schedules'
import { isDayOff } from '@reveille/core/schedules/days-off'
import { addDays, weekdayOf } from '@reveille/core/time/calendar'
import { localDateAt, localDateTimeAt } from '@reveille/core/time/time-zone'
import { iso } from '../../platform/http/local-moment.ts'
import type { Services } from '../../platform/services.ts'
import { listSchedules } from '../schedules.sql.ts'
import { comingCalls } from './coming-calls.ts'

const DAYS = 7

/** What rings on the seven days from today, as the calendar has it; today is where the first schedule is. Empty without one. */
export async function comingWeek(services: Services, userId: number): Promise<Week> {
  const now = services.clock.now()
  const schedules = await listSchedules(services.db, { userId, now })
  const [first] = schedules
  if (first === undefined) return []
  const calls = (await comingCalls(services, userId)).flatMap(({ scheduleId, at }) => {
    const schedule = schedules.find(({ id }) => id === scheduleId)
    if (schedule === undefined) return []
    const { date, time } = localDateTimeAt(at, schedule.timezone)
    return [{ date, call: { scheduleId, name: schedule.name, at: iso(at), time, timezone: schedule.timezone } }]
  })
  const active = schedules.filter(({ isActive }) => isActive)
  return Array.from({ length: DAYS }, (_day, later) => {
    const date = addDays(localDateAt(now, first.timezone), later)
    const isOff = active.length > 0 && active.every(({ daysOff }) => isDayOff(daysOff, date))
    const ofDay = calls.filter((one) => one.date === date).map(({ call }) => call)
    return { date, weekday: weekdayOf(date), isOff, calls: ofDay }
  })
}
