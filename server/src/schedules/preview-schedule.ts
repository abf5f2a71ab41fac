import type { NewSchedule } from '@reveille/contract/schedules'
import type { DateRange } from '@reveille/core/schedules/days-off'
import { isMovedByClocks, nextDue, offUntil, type Rule } from '@reveille/core/schedules/recurrence'
import { ruleOf, type Schedule } from '@reveille/core/schedules/schedule'
import { skipsAfterEdit, type SkippedMoment } from '@reveille/core/schedules/skipped-calls'
import type { LocalDate } from '@reveille/core/time/calendar'
import { canonicalZone, localDateTimeAt, localTimeKind, type Instant } from '@reveille/core/time/time-zone'

export type Preview = {
  timezone: string
  nextCallAt: Instant | null
  /** The next calls of a rotating schedule; null for another one. */
  nextCalls: Instant[] | null
  /** The last of the days off that it waits for. */
  offUntil: LocalDate | null
  /** The next call is at a clock change: its time doesn't exist there, or occurs twice. */
  warning: 'gap' | 'overlap' | null
  /** Upcoming calls that stay skipped, and skips that would no longer match a call. */
  keptSkips: SkippedMoment[]
  droppedSkips: SkippedMoment[]
}

const NEXT_CALLS = 6

/** When this schedule, new or replacing `edited`, would ring next; null for an unknown zone. */
export function previewSchedule(
  wanted: NewSchedule,
  { edited, daysOff }: { edited: Schedule | null; daysOff: DateRange[] },
  now: Instant,
): Preview | null {
  const timezone = canonicalZone(wanted.timezone)
  if (timezone === null) return null
  const { cycle = null } = wanted
  const rule = ruleOf({ ...wanted, timezone, cycle, date: wanted.isRecurring ? null : (wanted.date ?? ''), daysOff })
  const { kept, dropped: droppedSkips } = skipsAfterEdit(edited, rule, now)
  const nextCalls: Instant[] = []
  for (let at = nextDue(rule, now); at !== null && nextCalls.length < NEXT_CALLS; at = nextDue(rule, at))
    if (!kept.includes(at)) nextCalls.push(at)
  const nextCallAt = nextCalls[0] ?? null
  const warning = nextCallAt === null ? null : warningOf(rule, nextCallAt)
  const keptSkips = kept.filter((at) => at > now).map((at) => ({ at, timezone }))
  const rotating = cycle === null ? null : nextCalls
  return { timezone, nextCallAt, nextCalls: rotating, offUntil: offUntil(rule, now), warning, keptSkips, droppedSkips }
}

/** A time that doesn't exist is shown moved; one that occurs twice is shown unchanged. */
function warningOf(rule: Rule, nextCallAt: Instant): Preview['warning'] {
  if (isMovedByClocks(rule, nextCallAt)) return 'gap'
  const { date, time } = localDateTimeAt(nextCallAt, rule.timezone)
  return localTimeKind(date, time, rule.timezone) === 'overlap' ? 'overlap' : null
}
