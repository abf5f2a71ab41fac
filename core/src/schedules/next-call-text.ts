import { daysBetween, minuteOfDay, type LocalDate, type LocalTime } from '../time/calendar.ts'
import { shortWeekdayName, weekdayName, type Weekday } from '../time/weekday.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Places whose tz name isn't how people write them. */
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

/** A call's local time, and today's date there. The server computes both: a browser's zone data may be years old. */
export type LocalCallTime = { date: LocalDate; time: LocalTime; weekday: Weekday; today: LocalDate }

/** How to write times and dates: the browser's way on pages, the American way everywhere else. */
export type LocalFormats = {
  time: (time: LocalTime) => string
  date: (date: LocalDate, weekday: Weekday, year?: string) => string
}

/** The fields of the API's schedule that determine its next call. */
export type ScheduleNextCall = {
  isActive: boolean
  isRecurring: boolean
  /** Set for a rotating one. */
  cycle?: unknown
  timezone: string
  /** ISO 8601 in UTC. */
  nextCallAt: string | null
  nextCallLocal: LocalCallTime | null
  /** The last of the days off before the next call. */
  offUntil?: LocalDate | null
}

/** The earliest active call: by weekday up to a week ahead, by date later and for calls that don't repeat weekly. */
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

/** The active schedule that rings first. Of two that ring at once, the first in the list. */
export function earliestNextCall<T extends ScheduleNextCall>(schedules: readonly T[]): T | null {
  const ringing = schedules.filter(({ isActive, nextCallAt }) => isActive && nextCallAt !== null)
  return ringing.reduce<T | null>((first, one) => (first === null || isEarlier(one, first) ? one : first), null)
}

/** 'Today at 6:30 AM (Sydney time)', 'Monday at …', 'Mon, Jan 18 at …'. */
export function callTimeText(
  { isRecurring, cycle, timezone }: Pick<ScheduleNextCall, 'isRecurring' | 'cycle' | 'timezone'>,
  local: LocalCallTime,
  formats = AMERICAN,
): string {
  const day = isRecurring && !cycle ? dayText(local, formats) : dateText(local, formats)
  return `${day} at ${formats.time(local.time)} (${zoneTime(timezone)})`
}

function dayText(local: LocalCallTime, formats: LocalFormats): string {
  const days = daysBetween(local.today, local.date)
  if (days === 0) return 'Today'
  return days <= 7 ? weekdayName(local.weekday) : dateText(local, formats)
}

/** Adds the year to a date a year or more ahead, so that a mistyped year shows. */
function dateText({ date, weekday, today }: LocalCallTime, formats: LocalFormats): string {
  return formats.date(date, weekday, daysBetween(today, date) < 365 ? '' : date.slice(0, 4))
}

function isEarlier(a: ScheduleNextCall, b: ScheduleNextCall): boolean {
  const [at, other] = [a.nextCallAt ?? '', b.nextCallAt ?? '']
  // ISO 8601 writes years from 10000 on with a plus, which sorts before all digits.
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

/** 'Sydney time', or 'UTC+5' for a zone without a place. */
function zoneTime(zone: string): string {
  const place = cityOf(zone)
  return place.startsWith('UTC') ? place : `${place} time`
}

/** The place a zone is named after: 'America/New_York' → 'New York', 'America/Argentina/Salta' → 'Salta'. */
export function cityOf(zone: string): string {
  // Etc names invert the sign: Etc/GMT+5 is five hours behind UTC.
  const fixed = /^Etc\/GMT([+-])([0-9]+)$/.exec(zone)
  if (fixed !== null) return `UTC${fixed[1] === '+' ? '-' : '+'}${fixed[2]}`
  const place = zone.slice(zone.lastIndexOf('/') + 1)
  return PLACES[place] ?? place.replaceAll('_', ' ')
}
