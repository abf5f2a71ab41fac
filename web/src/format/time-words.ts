import type { LocalCallTime } from '@reveille/core/schedules/next-call-text'
import { timeOn, type WeekdayTimes } from '@reveille/core/schedules/weekday-times'
import { daysBetween } from '@reveille/core/time/calendar'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@reveille/core/time/duration'
import { shortWeekdayName, weekdayName, WEEKDAYS, type Weekday } from '@reveille/core/time/weekday'
import { listText } from '../browser/intl.ts'
import { clockTime, shortDate } from './local-formats.ts'

/** A coarse duration: '9 h 12 min', '1 day, 15 hours', '3 days', 'less than a minute'. `ms` is positive. */
export function timeSpan(ms: number): string {
  if (ms < MINUTE_MS) return 'less than a minute'
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h ${Math.floor((ms % HOUR_MS) / MINUTE_MS)} min`
  const days = Math.floor(ms / DAY_MS)
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS)
  const inDays = days === 1 ? '1 day' : `${days} days`
  return hours === 0 || days > 6 ? inDays : `${inDays}, ${hours === 1 ? '1 hour' : `${hours} hours`}`
}

/** 'today', 'tomorrow', 'Monday' within a week, later 'Fri, Jan 15'. */
export function dayName({ date, weekday, today }: LocalCallTime): string {
  const days = daysBetween(today, date)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  return days < 7 ? weekdayName(weekday) : shortDate(date, weekday)
}

/** Monday first. */
export const FROM_MONDAY: readonly Weekday[] = [...WEEKDAYS.slice(1), WEEKDAYS[0]]

/** Names a weekday; `through` joins the ends of a run, `list` days and runs. */
type Spelling = { name: (weekday: Weekday) => string; through: string; list: (parts: readonly string[]) => string }
const SHORT: Spelling = { name: shortWeekdayName, through: '–', list: (parts) => parts.join(', ') }
/** 'Monday and Wednesday through Friday'. */
export const IN_FULL: Spelling = { name: weekdayName, through: ' through ', list: (parts) => listText('en', parts) }

/** 'Every day', 'Mon–Fri', 'Mon, Wed–Fri'. */
export function weekdaysText(weekdays: readonly Weekday[], spelling = SHORT): string {
  if (weekdays.length === FROM_MONDAY.length) return 'Every day'
  const runs = runsOf(FROM_MONDAY.map((weekday) => weekdays.includes(weekday)))
  return spelling.list(runs.flatMap(([first, last]) => runParts(first, last, spelling)))
}

type RingingDays = { wakeupTime: string; times: WeekdayTimes; weekdays: readonly Weekday[] }

/** Selected weekdays grouped by time, in week order:  [['Mon, Wed–Fri', '6:30 AM'], ['Tue', '7:15 AM']]. */
export function daysByTime(schedule: RingingDays, spelling = SHORT): (readonly [days: string, time: string])[] {
  const chosen = FROM_MONDAY.filter((weekday) => schedule.weekdays.includes(weekday))
  const times = new Set(chosen.map((weekday) => timeOn(weekday, schedule)))
  return [...times].map((time) => {
    const days = chosen.filter((weekday) => timeOn(weekday, schedule) === time)
    return [weekdaysText(days, spelling), clockTime(time)] as const
  })
}

function runParts(first: number, last: number, { name, through }: Spelling): string[] {
  const ends = FROM_MONDAY.filter((_day, index) => index === first || index === last).map(name)
  return last - first > 1 ? [ends.join(through)] : ends
}

function runsOf(chosen: readonly boolean[]): [first: number, last: number][] {
  const runs: [number, number][] = []
  for (const [index, on] of chosen.entries()) {
    const last = runs.at(-1)
    if (on && last?.[1] === index - 1) last[1] = index
    else if (on) runs.push([index, index])
  }
  return runs
}
