import type { NewSchedule } from '@reveille/contract/schedules'
import { isMovedByClocks, nextDue, type Rule } from '@reveille/core/schedules/recurrence'
import { ruleOf, type Schedule } from '@reveille/core/schedules/schedule'
import { skipsAfterEdit, type SkippedMoment } from '@reveille/core/schedules/skipped-calls'
import { canonicalZone, localDateTimeAt, localTimeKind, type Instant } from '@reveille/core/time/time-zone'

export type Preview = {
  timezone: string
  nextCallAt: Instant | null
  /** The next call falls on a clock change: its time does not exist there, or occurs twice (SCHED-13). */
  warning: 'gap' | 'overlap' | null
  /** Coming calls that stay skipped, and skips that would no longer match a call (SCHED-9). */
  keptSkips: SkippedMoment[]
  droppedSkips: SkippedMoment[]
}

/** When a schedule like this, or `edited` to it, would ring next; null when its zone is unknown. */
export function previewSchedule(wanted: NewSchedule, edited: Schedule | null, now: Instant): Preview | null {
  const timezone = canonicalZone(wanted.timezone)
  if (timezone === null) return null
  const rule = ruleOf({ ...wanted, timezone, date: wanted.isRecurring ? null : (wanted.date ?? '') })
  const { kept, dropped: droppedSkips } = skipsAfterEdit(edited, rule, now)
  let nextCallAt = nextDue(rule, now)
  while (nextCallAt !== null && kept.includes(nextCallAt)) nextCallAt = nextDue(rule, nextCallAt)
  const warning = nextCallAt === null ? null : warningOf(rule, nextCallAt)
  const keptSkips = kept.filter((at) => at > now).map((at) => ({ at, timezone }))
  return { timezone, nextCallAt, warning, keptSkips, droppedSkips }
}

/** A time that does not exist is shown moved; one that occurs twice is shown as it is. */
function warningOf(rule: Rule, nextCallAt: Instant): Preview['warning'] {
  if (isMovedByClocks(rule, nextCallAt)) return 'gap'
  const { date, time } = localDateTimeAt(nextCallAt, rule.timeZone)
  return localTimeKind(date, time, rule.timeZone) === 'overlap' ? 'overlap' : null
}
