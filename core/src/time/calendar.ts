import { WEEKDAYS, type Weekday } from './weekday.ts'

/** A calendar date, 'YYYY-MM-DD', without a zone. */
export type LocalDate = string

/** A wall-clock time, 'HH:MM' from 00:00 to 23:59. */
export type LocalTime = string

/** Days since 1970-01-01: a date for arithmetic. */
export type DayNumber = number

const THURSDAY = 4 // 1970-01-01
const DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/
/** Hours and minutes of a `LocalTime`. */
export const TIME_PATTERN = /^([01][0-9]|2[0-3]):([0-5][0-9])$/

/** Null when the Gregorian calendar has no such date ('2027-02-30') or the text isn't a date. Years 0000 to 9999. */
export function dayNumber(date: LocalDate): DayNumber | null {
  const parts = DATE.exec(date)
  if (parts === null) return null
  const number = daysBefore(Number(parts[1]), Number(parts[2])) + Number(parts[3]) - 1
  return dateOf(number) === date ? number : null
}

/** For text that must be a date. Throws on anything else. */
export function certainDay(date: LocalDate): DayNumber {
  const day = dayNumber(date)
  if (day === null) throw new Error(`not a date: '${date}'`)
  return day
}

/** The dates around today, which one page of the history shows 700 times. */
const written = new Map<DayNumber, LocalDate>()
const MOST_WRITTEN = 1_000

/** Years 0000 to 9999. */
export function dateOf(day: DayNumber): LocalDate {
  const known = written.get(day)
  if (known !== undefined) return known
  if (written.size >= MOST_WRITTEN) written.clear()
  const date = writeDate(day)
  written.set(day, date)
  return date
}

function writeDate(day: DayNumber): LocalDate {
  // Starting years in March makes the leap day a year's last day. Every 400 years repeat.
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  const dayOfMonth = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(dayOfMonth)}`
}

function daysBefore(year: number, month: number): DayNumber {
  const marchYear = month <= 2 ? year - 1 : year
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5)
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

/** Throws on anything but a date. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return dateOf(certainDay(date) + days)
}

/** Negative when `to` is earlier. Throws on anything but a date. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return certainDay(to) - certainDay(from)
}

/** Throws on anything but a date. */
export function weekdayOf(date: LocalDate): Weekday {
  return weekdayOfDay(certainDay(date))
}

export function weekdayOfDay(day: DayNumber): Weekday {
  const weekday = WEEKDAYS[(((day + THURSDAY) % 7) + 7) % 7]
  if (weekday === undefined) throw new Error(`not a whole day: ${day}`)
  return weekday
}

/** 'HH:MM' as minutes since midnight, 0 to 1439. Throws on anything but a time. */
export function minuteOfDay(time: LocalTime): number {
  const parts = TIME_PATTERN.exec(time)
  if (parts === null) throw new Error(`not a local time: '${time}'`)
  return Number(parts[1]) * 60 + Number(parts[2])
}

/** Minutes since midnight as 'HH:MM'. */
export function timeOf(minute: number): LocalTime {
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}
