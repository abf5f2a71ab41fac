import { certainDay, dateOf, type DayNumber, type LocalDate } from '../time/calendar.ts'

/** Dates on which nothing rings, both ends included. */
export type DateRange = { from: LocalDate; to: LocalDate }

export const MOST_DAYS_OFF = 100

export const LONGEST_DAYS_OFF = 366

export function isDayOff(daysOff: readonly DateRange[], date: LocalDate): boolean {
  return daysOff.some(({ from, to }) => from <= date && date <= to)
}

/** The last day of the ranges that include this day; null if none does. */
export function lastDayOff(daysOff: readonly DateRange[], day: DayNumber): DayNumber | null {
  if (daysOff.length === 0) return null
  const date = dateOf(day)
  const ends = daysOff.filter(({ from, to }) => from <= date && date <= to).map(({ to }) => to)
  return ends.length === 0 ? null : certainDay(ends.toSorted().at(-1)!)
}
