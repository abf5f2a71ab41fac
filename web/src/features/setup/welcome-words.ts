import type { Schedule } from '@reveille/contract/schedules'
import { earliestNextCall } from '@reveille/core/schedules/next-call-text'
import { daysBetween } from '@reveille/core/time/calendar'
import { clockTime, shortDate } from '../../format/local-formats.ts'

/** The welcome, and whether tomorrow is set; `schedules` is undefined while loading. */
export function welcomeWords(name: string | null, schedules: readonly Schedule[] | undefined): string {
  const first = name?.split(' ')[0]
  const welcome = first ? `Welcome, ${first}.` : 'Welcome.'
  return schedules === undefined ? welcome : `${welcome} ${nextMorning(schedules)}`
}

function nextMorning(schedules: readonly Schedule[]): string {
  const local = earliestNextCall(schedules)?.nextCallLocal ?? null
  const daysAway = local === null ? null : daysBetween(local.today, local.date)
  if (local === null || daysAway === null) return 'No call set for tomorrow yet.'
  if (daysAway === 0) return `We'll call you today at ${clockTime(local.time)}.`
  if (daysAway === 1) return "You're set for tomorrow."
  return `We'll call you on ${shortDate(local.date, local.weekday)}.`
}
