import { addDays, daysBetween } from '../time/calendar.ts'
import { DAY_MS } from '../time/duration.ts'
import { instantAt, localDateAt, localDateTimeAt, type Instant } from '../time/time-zone.ts'
import type { DateRange } from './days-off.ts'
import { nextDue, type Rule } from './recurrence.ts'

const EVENING = '18:00'
/** After fewer days off, people remember that their calls resume. */
const FEWEST_DAYS_OFF = 3

/** Why to notify a person of their next call the evening before; null when there's no reason. */
export function eveNotice(rule: Rule, callAt: Instant): 'clocks-change' | 'calls-start-again' | null {
  if (startsAgain(rule, callAt)) return 'calls-start-again'
  return clocksChangeBefore(callAt, rule.timezone) ? 'clocks-change' : null
}

/** When to send that notice; null when there's no reason to, or when that evening has passed. */
export function eveNoticeAt(rule: Rule, callAt: Instant, now: Instant): Instant | null {
  if (eveNotice(rule, callAt) === null) return null
  const evening = instantAt(addDays(localDateAt(callAt, rule.timezone), -1), EVENING, rule.timezone)
  return evening !== null && evening > now ? evening : null
}

/** Whether the clocks change in the 24 hours before this call. */
function clocksChangeBefore(callAt: Instant, timezone: string): boolean {
  const offsetAt = (at: Instant) => localDateTimeAt(at, timezone).offsetMinutes
  return offsetAt(callAt - DAY_MS) !== offsetAt(callAt)
}

/** Whether this is a recurring schedule's first call after three or more days off. */
function startsAgain(rule: Rule, callAt: Instant): boolean {
  if (rule.kind === 'one-time') return false
  return joined(rule.daysOff ?? []).some(({ from, to }) => {
    if (daysBetween(from, to) + 1 < FEWEST_DAYS_OFF) return false
    const begins = instantAt(from, '00:00', rule.timezone)
    return begins !== null && begins < callAt && nextDue(rule, begins - 1) === callAt
  })
}

/** Ranges that overlap or follow one another as one: a calendar file has an entry for each holiday. */
function joined(daysOff: readonly DateRange[]): DateRange[] {
  const runs: DateRange[] = []
  for (const { from, to } of daysOff.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = runs.at(-1)
    if (last === undefined || from > addDays(last.to, 1)) runs.push({ from, to })
    else if (to > last.to) last.to = to
  }
  return runs
}
