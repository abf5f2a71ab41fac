import { dateOf, dayNumber, minuteOfDay, weekdayOfDay } from '../time/calendar.ts'
import type { LocalDate, LocalTime } from '../time/calendar.ts'
import { instantAt, instantOnDay, localDayAt, type Instant } from '../time/time-zone.ts'
import type { Weekday } from '../time/weekday.ts'

export type Recurrence = { localTime: LocalTime; timeZone: string; weekdays: ReadonlySet<Weekday> }

/** When a schedule rings, as its owner said it: never an instant, for the law may move the clocks (SCHED-13). */
export type Rule =
  | ({ kind: 'recurring' } & Recurrence)
  | { kind: 'one-time'; date: LocalDate; localTime: LocalTime; timeZone: string }

/** The rule's first instant strictly after `after`; null when none is to come. */
export function nextDue(rule: Rule, after: Instant): Instant | null {
  if (rule.kind === 'recurring') return nextOccurrence(rule, after)
  const at = oneTimeOccurrence(rule.date, rule.localTime, rule.timeZone)
  return at !== null && at > after ? at : null
}

/**
 * The skips of a schedule that is edited to this rule (SCHED-9): one whose very instant the rule has stays, any other
 * names no call of it and is dropped.
 */
export function skipsUnder(rule: Rule, skips: readonly Instant[]): { kept: Instant[]; dropped: Instant[] } {
  const isOfRule = (at: Instant) => nextDue(rule, at - 1) === at
  return { kept: skips.filter(isOfRule), dropped: skips.filter((at) => !isOfRule(at)) }
}

/**
 * The first occurrence strictly after `after`, or null when no weekday is chosen.
 * A local time the clocks skip rings that much later; one that comes twice rings the first time.
 */
export function nextOccurrence({ localTime, timeZone, weekdays }: Recurrence, after: Instant): Instant | null {
  const minute = minuteOfDay(localTime)
  const today = localDayAt(after, timeZone)
  // From yesterday: a change at midnight (Nuuk) pushes 23:30 into today.
  // Two weeks: today's time may have passed, and a zone may leave out a whole day (Apia, 2011).
  for (let day = today - 1; day <= today + 14; day++) {
    if (!weekdays.has(weekdayOfDay(day))) continue
    const at = instantOnDay(day, minute, timeZone) // null: that day does not exist there
    if (at !== null && at > after) return at
  }
  return null
}

/** When a one-time call rings, by the same rules; null when that date does not exist, there or on any calendar. */
export function oneTimeOccurrence(date: LocalDate, time: LocalTime, timeZone: string): Instant | null {
  return instantAt(date, time, timeZone)
}

/**
 * The dates after `from` and before `to` on which the rule would ring, had its zone not left them out: their owner is
 * told. Asked for one stretch of time after the other, each date is named once.
 */
export function datesLeftOut(rule: Rule, from: Instant, to: Instant): LocalDate[] {
  const minute = minuteOfDay(rule.localTime)
  const isMeant = (day: number) =>
    rule.kind === 'recurring' ? rule.weekdays.has(weekdayOfDay(day)) : day === dayNumber(rule.date)
  const left: LocalDate[] = []
  for (let day = localDayAt(from, rule.timeZone) + 1; day < localDayAt(to, rule.timeZone); day++) {
    if (isMeant(day) && instantOnDay(day, minute, rule.timeZone) === null) left.push(dateOf(day))
  }
  return left
}
