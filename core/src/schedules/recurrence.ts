import { dateOf, dayNumber, minuteOfDay, weekdayOfDay } from '../time/calendar.ts'
import type { LocalDate, LocalTime } from '../time/calendar.ts'
import { instantAt, instantOnDay, localDateAt, localDateTimeAt, localDayAt, type Instant } from '../time/time-zone.ts'
import type { Weekday } from '../time/weekday.ts'
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

/** When a schedule rings, as its owner entered it: never as an instant, because laws change clocks. */
export type Rule =
  | ({ kind: 'recurring' } & Recurrence)
  | { kind: 'one-time'; date: LocalDate; wakeupTime: LocalTime; timezone: string; daysOff?: readonly DateRange[] }

/** The rule's first instant strictly after `after`; null when there is none. */
export function nextDue(rule: Rule, after: Instant): Instant | null {
  if (rule.kind === 'recurring') return nextOccurrence(rule, after)
  if (isDayOff(rule.daysOff ?? [], rule.date)) return null
  const at = oneTimeOccurrence(rule.date, rule.wakeupTime, rule.timezone)
  return at !== null && at > after ? at : null
}

/** Splits skips by whether the rule still rings at their exact instant. The others match no call and are dropped. */
export function skipsUnder(rule: Rule, skips: readonly Instant[]): { kept: Instant[]; dropped: Instant[] } {
  const isOfRule = (at: Instant) => nextDue(rule, at - 1) === at
  return { kept: skips.filter(isOfRule), dropped: skips.filter((at) => !isOfRule(at)) }
}

/** Two weeks: today's time may have passed, and a zone may skip a whole day (Apia, 2011). */
const DAYS_SEARCHED = 14

/**
 * The first occurrence strictly after `after`, or null when no weekday is chosen. In a DST gap, a call rings as much
 * later as the gap is long; a repeated time rings the first time. Days off go by the day that a call is meant for, even
 * where a gap moves it to the next day.
 */
export function nextOccurrence(recurrence: Recurrence, after: Instant): Instant | null {
  const { timezone, weekdays, daysOff = [] } = recurrence
  const today = localDayAt(after, timezone)
  let next: Instant | null = null
  // Starts yesterday, because a gap at midnight (Nuuk) moves 23:30 into today. For the same reason, the day after the
  // first match may ring before it, at an earlier time of its own. No later day can.
  for (let day = today - 1, last = today + DAYS_SEARCHED; day <= last; day++) {
    const off = lastDayOff(daysOff, day)
    if (off !== null) {
      if (next !== null) break
      last = Math.max(last, off + DAYS_SEARCHED)
      day = off
      continue
    }
    if (!weekdays.has(weekdayOfDay(day))) continue
    const at = instantOnDay(day, minuteOn(day, recurrence), timezone) // null: the zone skips that day
    if (at === null || at <= after || (next !== null && at >= next)) continue
    next = at
    last = Math.min(last, day + 1)
  }
  return next
}

function minuteOn(day: number, recurrence: Recurrence): number {
  return minuteOfDay(timeOn(weekdayOfDay(day), recurrence))
}

/** When a one-time call rings; null when the date doesn't exist in that zone or in any calendar. */
export function oneTimeOccurrence(date: LocalDate, time: LocalTime, timezone: string): Instant | null {
  return instantAt(date, time, timezone)
}

/**
 * The dates after `from` and before `to` on which the rule would ring, but its zone skips them. We notify the
 * person. Consecutive periods return each date once.
 */
export function datesLeftOut(rule: Rule, from: Instant, to: Instant): LocalDate[] {
  const minute = (day: number) => (rule.kind === 'recurring' ? minuteOn(day, rule) : minuteOfDay(rule.wakeupTime))
  const isMeant = (day: number) =>
    rule.kind === 'recurring' ? rule.weekdays.has(weekdayOfDay(day)) : day === dayNumber(rule.date)
  const left: LocalDate[] = []
  for (let day = localDayAt(from, rule.timezone) + 1; day < localDayAt(to, rule.timezone); day++) {
    if (
      isMeant(day) &&
      lastDayOff(rule.daysOff ?? [], day) === null &&
      instantOnDay(day, minute(day), rule.timezone) === null
    )
      left.push(dateOf(day))
  }
  return left
}

/** Whether a clock change moved the rule's call at this instant, so the wall clock doesn't show the scheduled time then. */
export function isMovedByClocks(rule: Rule, at: Instant): boolean {
  const { time, weekday } = localDateTimeAt(at, rule.timezone)
  if (rule.kind === 'one-time') return time !== rule.wakeupTime
  return !rule.weekdays.has(weekday) || time !== timeOn(weekday, rule)
}

/**
 * The last of the days off that delay the rule's next call after `after`, or that cancel a one-time call; null when none
 * does.
 */
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
