import type { NewSchedule } from '@reveille/contract/schedules'
import { nextDue, type Rule } from '@reveille/core/recurrence'
import { canonicalZone, localDateTimeAt, localTimeKind, type Instant } from '@reveille/core/time-zone'

export type Preview = {
  timezone: string
  nextCallAt: Instant | null
  /** The next call falls on a clock change: its time does not exist there, or comes twice (SCHED-13). */
  warning: 'gap' | 'overlap' | null
}

/** When a schedule like this would next ring; null when its zone is unknown. */
export function previewSchedule(wanted: NewSchedule, now: Instant): Preview | null {
  const timezone = canonicalZone(wanted.timezone)
  if (timezone === null) return null
  const local = { localTime: wanted.wakeupTime, timeZone: timezone }
  const rule: Rule = wanted.isRecurring
    ? { kind: 'recurring', weekdays: new Set(wanted.weekdays), ...local }
    : { kind: 'one-time', date: wanted.date ?? '', ...local }
  const nextCallAt = nextDue(rule, now)
  if (nextCallAt === null) return { timezone, nextCallAt, warning: null }
  return { timezone, nextCallAt, warning: warningOf(wanted.wakeupTime, nextCallAt, timezone) }
}

/** A time that does not exist is shown moved; one that comes twice is shown as it is. */
function warningOf(wakeupTime: string, nextCallAt: Instant, timezone: string): Preview['warning'] {
  const { date, time } = localDateTimeAt(nextCallAt, timezone)
  if (time !== wakeupTime) return 'gap'
  return localTimeKind(date, time, timezone) === 'overlap' ? 'overlap' : null
}
