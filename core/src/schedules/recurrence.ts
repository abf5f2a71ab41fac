import { dateOf, dayNumber, minuteOfDay, weekdayOfDay } from '../time/calendar.ts'
import type { LocalDate, LocalTime } from '../time/calendar.ts'
import { instantAt, instantOnDay, localDateAt, localDateTimeAt, localDayAt, type Instant } from '../time/time-zone.ts'
import type { Weekday } from '../time/weekday.ts'
import { isDayOff, lastDayOff, type DateRange } from './days-off.ts'
import { timeOn, type WeekdayTimes } from './weekday-times.ts'

/** `times`: the weekdays that ring at another time than `wakeupTime`; `daysOff`: the dates on which nothing rings. */
export type Recurrence = {
  wakeupTime: LocalTime
  times?: WeekdayTimes
  daysOff?: readonly DateRange[]
  timezone: string
  weekdays: ReadonlySet<Weekday>
}

/** When a schedule rings, as its owner entered it: never an instant, because laws change clocks. */
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

/**
 * The skips of a schedule that is edited to this rule: a skip whose exact instant the rule still has stays;
 * any other matches no call and is dropped.
 */
export function skipsUnder(rule: Rule, skips: readonly Instant[]): { kept: Instant[]; dropped: Instant[] } {
  const isOfRule = (at: Instant) => nextDue(rule, at - 1) === at
  return { kept: skips.filter(isOfRule), dropped: skips.filter((at) => !isOfRule(at)) }
}

/** Two weeks: today's time may have passed, and a zone may skip a whole day (Apia, 2011). */
const DAYS_SEARCHED = 14

/**
 * The first occurrence strictly after `after`, or null when no weekday is chosen. A skipped local time rings that much
 * later; a repeated one rings the first time. A day off is the day that a call is meant for, wherever a gap pushes it.
 */
export function nextOccurrence(recurrence: Recurrence, after: Instant): Instant | null {
  const { timezone, weekdays, daysOff = [] } = recurrence
  const today = localDayAt(after, timezone)
  let next: Instant | null = null
  // Starts yesterday: a change at midnight (Nuuk) pushes 23:30 into today. The day after the first one found may ring before it, at an earlier time
  // that nothing pushes; no later day does.
  for (let day = today - 1, last = today + DAYS_SEARCHED; day <= last; day++) {
    const off = lastDayOff(daysOff, day)
    if (off !== null) {
      if (next !== null) break
      last = Math.max(last, off + DAYS_SEARCHED)
      day = off
      continue
    }
    if (!weekdays.has(weekdayOfDay(day))) continue
    const at = instantOnDay(day, minuteOn(day, recurrence), timezone) // null: that day does not exist there
    if (at === null || at <= after || (next !== null && at >= next)) continue
    next = at
    last = Math.min(last, day + 1)
  }
  return next
}

function minuteOn(day: number, recurrence: Recurrence): number {
  return minuteOfDay(timeOn(weekdayOfDay(day), recurrence))
}

/**
 * When a one-time call rings, by the same rules; null when that date does not exist, in that zone or in any calendar.
 */
export function oneTimeOccurrence(date: LocalDate, time: LocalTime, timezone: string): Instant | null {
  return instantAt(date, time, timezone)
}

/**
 * The dates after `from` and before `to` on which the rule would ring had its zone not skipped them: their owner is
 * told. Over consecutive periods each date is returned once.
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

/** Whether the clocks moved the rule's call at this instant: they don't show its time then. */
export function isMovedByClocks(rule: Rule, at: Instant): boolean {
  const { time, weekday } = localDateTimeAt(at, rule.timezone)
  if (rule.kind === 'one-time') return time !== rule.wakeupTime
  return !rule.weekdays.has(weekday) || time !== timeOn(weekday, rule)
}

/**
 * The last of the days off that the rule's next call after `after` waits for, or that take a one-time call away; null when
 * none does.
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
