import { dateOf, dayNumber, minuteOfDay, weekdayOfDay } from '../time/calendar.ts'
import type { DayNumber, LocalDate, LocalTime } from '../time/calendar.ts'
import { instantAt, instantOnDay, localDateAt, localDateTimeAt, localDayAt, type Instant } from '../time/time-zone.ts'
import type { Weekday } from '../time/weekday.ts'
import { dayInCycle } from './cycle.ts'
import { isDayOff, lastDayOff, type DateRange } from './days-off.ts'
import { timeOn, type WeekdayTimes } from './weekday-times.ts'

/** `times`: the weekdays that ring at another time than `wakeupTime`. */
export type Recurrence = {
  wakeupTime: LocalTime
  times?: WeekdayTimes
  daysOff?: readonly DateRange[]
  timezone: string
  weekdays: ReadonlySet<Weekday>
}

/** `cycle`: a time or none for each day, from `firstDay` on. */
export type Rotation = {
  firstDay: DayNumber
  cycle: readonly (LocalTime | null)[]
  daysOff?: readonly DateRange[]
  timezone: string
}

/** When a schedule rings, as its owner entered it: never as an instant, because laws change clocks. */
export type Rule =
  | ({ kind: 'recurring' } & Recurrence)
  | ({ kind: 'rotating' } & Rotation)
  | { kind: 'one-time'; date: LocalDate; wakeupTime: LocalTime; timezone: string; daysOff?: readonly DateRange[] }

/** The rule's first instant strictly after `after`; null when there is none. */
export function nextDue(rule: Rule, after: Instant): Instant | null {
  if (rule.kind !== 'one-time') return nextOccurrence(rule, after)
  if (isDayOff(rule.daysOff ?? [], rule.date)) return null
  const at = instantAt(rule.date, rule.wakeupTime, rule.timezone)
  return at !== null && at > after ? at : null
}

/** Splits skips by whether the rule still rings at their exact instant. The others match no call and are dropped. */
export function skipsUnder(rule: Rule, skips: readonly Instant[]): { kept: Instant[]; dropped: Instant[] } {
  const isOfRule = (at: Instant) => nextDue(rule, at - 1) === at
  return { kept: skips.filter(isOfRule), dropped: skips.filter((at) => !isOfRule(at)) }
}

/** After this many days, a rule's days repeat. */
const period = (rule: Recurrence | Rotation) => ('cycle' in rule ? rule.cycle.length : 7)

/**
 * The first occurrence strictly after `after`, or null when no day has a time. In a DST gap, a call rings as much
 * later as the gap is long; a repeated time rings the first time. Days off go by the day that a call is meant for, even
 * where a gap moves it to the next day.
 */
export function nextOccurrence(rule: Recurrence | Rotation, after: Instant): Instant | null {
  const { timezone, daysOff = [] } = rule
  const searched = 2 * period(rule) // today's time may have passed, and a zone may skip a whole day (Apia, 2011)
  const today = localDayAt(after, timezone)
  let next: Instant | null = null
  // Starts yesterday, because a gap at midnight (Nuuk) moves 23:30 into today. For the same reason, the day after the
  // first match may ring before it, at an earlier time of its own. No later day can.
  for (let day = today - 1, last = today + searched; day <= last; day++) {
    const off = lastDayOff(daysOff, day)
    if (off !== null) {
      if (next !== null) break
      last = Math.max(last, off + searched)
      day = off
      continue
    }
    const time = timeOnDay(day, rule)
    if (time === null) continue
    const at = instantOnDay(day, minuteOfDay(time), timezone) // null: the zone skips that day
    if (at === null || at <= after || (next !== null && at >= next)) continue
    next = at
    last = Math.min(last, day + 1)
  }
  return next
}

/** Null on a day without a call. Ignores days off. */
function timeOnDay(day: DayNumber, rule: Recurrence | Rotation): LocalTime | null {
  if ('cycle' in rule) return rule.cycle[dayInCycle(day, rule.firstDay, rule.cycle.length)] ?? null
  const weekday = weekdayOfDay(day)
  return rule.weekdays.has(weekday) ? timeOn(weekday, rule) : null
}

/** Whether two rules name the same days and times. Zones and days off don't count. */
export function ringAlike(a: Rule, b: Rule): boolean {
  if (a.kind === 'one-time') return b.kind === 'one-time' && a.date === b.date && a.wakeupTime === b.wakeupTime
  if (b.kind === 'one-time') return false
  const days = period(a) * period(b)
  for (let day = 0; day < days; day++) if (timeOnDay(day, a) !== timeOnDay(day, b)) return false
  return true
}

/** Dates that the zone skips, of which we notify the person. Consecutive periods return each date once. */
export function datesLeftOut(rule: Rule, from: Instant, to: Instant): LocalDate[] {
  const left: LocalDate[] = []
  for (let day = localDayAt(from, rule.timezone) + 1; day < localDayAt(to, rule.timezone); day++) {
    const time = meantTime(day, rule)
    if (
      time !== null &&
      lastDayOff(rule.daysOff ?? [], day) === null &&
      instantOnDay(day, minuteOfDay(time), rule.timezone) === null
    )
      left.push(dateOf(day))
  }
  return left
}

/** Whether a clock change moved the rule's call at this instant, so the wall clock doesn't show the scheduled time then. */
export function isMovedByClocks(rule: Rule, at: Instant): boolean {
  return localDateTimeAt(at, rule.timezone).time !== meantTime(localDayAt(at, rule.timezone), rule)
}

function meantTime(day: DayNumber, rule: Rule): LocalTime | null {
  if (rule.kind !== 'one-time') return timeOnDay(day, rule)
  return day === dayNumber(rule.date) ? rule.wakeupTime : null
}

/** The last of the days off that delay the rule's next call, or that cancel a one-time call; null when none does. */
export function offUntil(rule: Rule, after: Instant): LocalDate | null {
  const { daysOff = [], timezone } = rule
  const wanted = daysOff.length === 0 ? null : nextDue({ ...rule, daysOff: [] }, after)
  const next = wanted === null ? null : nextDue(rule, after)
  if (wanted === null || wanted === next) return null
  const [from, to] = [localDateAt(wanted, timezone), next === null ? null : localDateAt(next, timezone)]
  const lastDays = daysOff.filter((range) => from <= range.to && (to === null ? range.from <= from : range.to < to))
  return (
    lastDays
      .map((range) => range.to)
      .toSorted()
      .at(-1) ?? null
  )
}
