import { daysBetween, type LocalDate } from '../calendar.ts'

/** The number that every choice of a morning turns on. */
export const dayNumber = (date: LocalDate): number => daysBetween('1970-01-01', date)
