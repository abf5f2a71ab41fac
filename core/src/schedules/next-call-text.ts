import { daysBetween, minuteOfDay, type LocalDate, type LocalTime } from '../time/calendar.ts'
import { shortWeekdayName, weekdayName, type Weekday } from '../time/weekday.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Places that people write differently from their tz name. */
const PLACES: Record<string, string> = {
  DumontDUrville: "Dumont d'Urville",
  St_Barthelemy: 'St. Barthélemy',
  St_Helena: 'St. Helena',
  St_Johns: "St. John's",
  St_Kitts: 'St. Kitts',
  St_Lucia: 'St. Lucia',
  St_Thomas: 'St. Thomas',
  St_Vincent: 'St. Vincent',
}

/** A call's local time, computed by the server; `today` is the date there. The browser's zone data may be years old. */
export type LocalCallTime = { date: LocalDate; time: LocalTime; weekday: Weekday; today: LocalDate }

/** How times and dates are written: the browser's way on pages, the American one everywhere else. */
export type LocalFormats = {
  time: (time: LocalTime) => string
  date: (date: LocalDate, weekday: Weekday, year?: string) => string
}

/** The fields of a schedule, as the API returns it, that determine its next call. */
export type ScheduleNextCall = {
  isActive: boolean
  isRecurring: boolean
  timezone: string
  /** ISO 8601 in UTC. */
  nextCallAt: string | null
  nextCallLocal: LocalCallTime | null
  /** The last of the days off that the next call waits for. */
  offUntil?: LocalDate | null
}

/**
 * The next ring: the earliest of all active schedules. Weekdays are named up to a week ahead; later, and for
 * one-time calls, the date.
 */
export function nextCallText(schedules: readonly ScheduleNextCall[], formats = AMERICAN): string {
  const next = earliestNextCall(schedules)
  if (next === null) return 'No upcoming calls scheduled'
  if (next.nextCallLocal === null) return 'Schedule details unavailable'
  return next.offUntil ? startAgainText(next.nextCallLocal, formats) : callTimeText(next, next.nextCallLocal, formats)
}

/** 'Days off. Calls start again Mon, Jan 18'. */
export function startAgainText(local: LocalCallTime, formats = AMERICAN): string {
  return `Days off. Calls start again ${dateText(local, formats)}`
}

/** The active schedule that rings first; the first in the list when two ring at once, null when none will ring. */
export function earliestNextCall<T extends ScheduleNextCall>(schedules: readonly T[]): T | null {
  const ringing = schedules.filter(({ isActive, nextCallAt }) => isActive && nextCallAt !== null)
  return ringing.reduce<T | null>((first, one) => (first === null || isEarlier(one, first) ? one : first), null)
}

/** 'Today at 6:30 AM (Sydney time)', 'Monday at …', 'Mon, Jan 18 at …'. */
export function callTimeText(
  { isRecurring, timezone }: { isRecurring: boolean; timezone: string },
  local: LocalCallTime,
  formats = AMERICAN,
): string {
  const day = isRecurring ? dayText(local, formats) : dateText(local, formats)
  return `${day} at ${formats.time(local.time)} (${zoneTime(timezone)})`
}

function dayText(local: LocalCallTime, formats: LocalFormats): string {
  const days = daysBetween(local.today, local.date)
  if (days === 0) return 'Today'
  return days <= 7 ? weekdayName(local.weekday) : dateText(local, formats)
}

/** With its year once the same date comes earlier: a wrong year should show. */
function dateText({ date, weekday, today }: LocalCallTime, formats: LocalFormats): string {
  return formats.date(date, weekday, daysBetween(today, date) < 365 ? '' : date.slice(0, 4))
}

function isEarlier(a: ScheduleNextCall, b: ScheduleNextCall): boolean {
  const [at, other] = [a.nextCallAt ?? '', b.nextCallAt ?? '']
  // A year from 10000 on is written with more signs, and a plus that sorts before all digits.
  return at.length === other.length ? at < other : at.length < other.length
}

/** '06:30' → '6:30 AM', '00:05' → '12:05 AM'. Throws on anything but a time. */
export function twelveHour(time: LocalTime): string {
  const minute = minuteOfDay(time)
  const hour = Math.floor(minute / 60)
  return `${hour % 12 === 0 ? 12 : hour % 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** '2027-01-15' → 'Fri, Jan 15', with a year 'Fri, Jan 15, 2027'. */
export function shortDate(date: LocalDate, weekday: Weekday, year = ''): string {
  const written = `${shortWeekdayName(weekday)}, ${monthName(date)} ${Number(date.slice(8))}`
  return year === '' ? written : `${written}, ${year}`
}

/** 'Jan' of '2027-01-15'. */
export const monthName = (date: LocalDate): string => MONTHS[Number(date.slice(5, 7)) - 1] ?? ''

const AMERICAN: LocalFormats = { time: twelveHour, date: shortDate }

/** 'Sydney time', or 'UTC' where the clock has no place. */
function zoneTime(zone: string): string {
  const place = cityOf(zone)
  return place.startsWith('UTC') ? place : `${place} time`
}

/** The place a zone is named after: 'America/New_York' → 'New York', 'America/Argentina/Salta' → 'Salta'. */
export function cityOf(zone: string): string {
  // These old names invert the sign: Etc/GMT+5 is five hours behind.
  const fixed = /^Etc\/GMT([+-])([0-9]+)$/.exec(zone)
  if (fixed !== null) return `UTC${fixed[1] === '+' ? '-' : '+'}${fixed[2]}`
  const place = zone.slice(zone.lastIndexOf('/') + 1)
  return PLACES[place] ?? place.replaceAll('_', ' ')
}
