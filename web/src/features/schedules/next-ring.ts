import type { Schedule } from '@reveille/contract/schedules'
import { cityOf, earliestNextCall } from '@reveille/core/schedules/next-call-text'
import { daysBetween } from '@reveille/core/time/calendar'
import { weekdayName } from '@reveille/core/time/weekday'
import { browserZone } from '../../format/browser-zone.ts'
import { clockTime, shortDate } from '../../format/local-formats.ts'

type Ringing = Pick<Schedule, 'isActive' | 'isRecurring' | 'timezone' | 'nextCallAt' | 'nextCallLocal' | 'followUp'>

/** The next time that a phone rings, a snooze included, in words that stay true until then: 'Monday, 6:30 AM'. */
export function nextRing(schedules: readonly Ringing[]): { at: string; words: string } | null {
  const rings = schedules.flatMap(({ followUp, ...schedule }) => [
    schedule,
    { ...schedule, nextCallAt: followUp?.at ?? null, nextCallLocal: followUp?.local ?? null },
  ])
  const next = earliestNextCall(rings)
  if (!next?.nextCallAt || next.nextCallLocal === null) return null
  const { date, time, weekday, today } = next.nextCallLocal
  const day = (daysBetween(today, date) ?? 7) < 7 ? weekdayName(weekday) : shortDate(date, weekday)
  const zone = next.timezone === browserZone() ? '' : ` (${cityOf(next.timezone)} time)`
  return { at: next.nextCallAt, words: `${day}, ${clockTime(time)}${zone}` }
}
