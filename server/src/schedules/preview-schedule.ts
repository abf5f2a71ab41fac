import type { NewSchedule } from '@reveille/contract/schedules'
import { nextDue, type Rule } from '@reveille/core/schedules/recurrence'
import { canonicalZone, localDateTimeAt, localTimeKind, type Instant } from '@reveille/core/time/time-zone'
import type { ScheduleRow } from '../platform/database/tables.ts'
import { skipsAfterEdit, type SkippedMoment } from './skipped-calls.ts'

export type Preview = {
  timezone: string
  nextCallAt: Instant | null
  /** The next call falls on a clock change: its time does not exist there, or comes twice (SCHED-13). */
  warning: 'gap' | 'overlap' | null
  /** Calls ahead that stay skipped, and skips that would name no call any more (SCHED-9). */
  keptSkips: SkippedMoment[]
  droppedSkips: SkippedMoment[]
}

/** When a schedule like this, or `edited` to it, would next ring; null when its zone is unknown. */
export function previewSchedule(wanted: NewSchedule, edited: ScheduleRow | null, now: Instant): Preview | null {
  const timezone = canonicalZone(wanted.timezone)
  if (timezone === null) return null
  const local = { localTime: wanted.wakeupTime, timeZone: timezone }
  const rule: Rule = wanted.isRecurring
    ? { kind: 'recurring', weekdays: new Set(wanted.weekdays), ...local }
    : { kind: 'one-time', date: wanted.date ?? '', ...local }
  const { kept, dropped: droppedSkips } = skipsAfterEdit(edited, rule, now)
  let nextCallAt = nextDue(rule, now)
  while (nextCallAt !== null && kept.includes(nextCallAt)) nextCallAt = nextDue(rule, nextCallAt)
  const warning = nextCallAt === null ? null : warningOf(wanted.wakeupTime, nextCallAt, timezone)
  const keptSkips = kept.filter((at) => at > now).map((at) => ({ at, timezone }))
  return { timezone, nextCallAt, warning, keptSkips, droppedSkips }
}

/** A time that does not exist is shown moved; one that comes twice is shown as it is. */
function warningOf(wakeupTime: string, nextCallAt: Instant, timezone: string): Preview['warning'] {
  const { date, time } = localDateTimeAt(nextCallAt, timezone)
  if (time !== wakeupTime) return 'gap'
  return localTimeKind(date, time, timezone) === 'overlap' ? 'overlap' : null
}
