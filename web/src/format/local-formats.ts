import * as american from '@reveille/core/schedules/next-call-text'
import type { LocalFormats, LocalCallTime, ScheduleNextCall } from '@reveille/core/schedules/next-call-text'
import type { LocalDate, LocalTime } from '@reveille/core/time/calendar'
import { shortWeekdayName, WEEKDAYS, type Weekday } from '@reveille/core/time/weekday'
import { formatDate, localeFacts } from '../browser/intl.ts'
import { language } from '../browser/page-features.ts'
import { inBrowser } from '../browser/storage.ts'

// Localized times, dates and weeks. The words around them are always English.

export const CLOCKS = ['auto', '12', '24'] as const
export type Clock = (typeof CLOCKS)[number]

type LocaleFormats = { hours24: boolean; dayFirst: boolean; firstWeekday: number }

export function chosenClock(): Clock {
  return CLOCKS.find((clock) => clock === inBrowser.read('clock')) ?? 'auto'
}

/** Callers must render times again. */
export function chooseClock(clock: Clock): void {
  inBrowser.write('clock', clock)
}

/** '6:30 AM' or '06:30'. */
export function clockTime(time: LocalTime): string {
  return hours24() ? time.slice(0, 5) : american.twelveHour(time)
}

/** 'Fri, Jan 15', or 'Fri 15 Jan' where the day comes first. */
export function shortDate(date: LocalDate, weekday: Weekday, year = ''): string {
  if (!ofLocale().dayFirst) return american.shortDate(date, weekday, year)
  const written = `${shortWeekdayName(weekday)} ${Number(date.slice(8))} ${american.monthName(date)}`
  return year === '' ? written : `${written} ${year}`
}

const formats: LocalFormats = { time: clockTime, date: shortDate }

/** 'Today at 6:30 AM (Sydney time)', localized. */
export const callTimeText = (schedule: Parameters<typeof american.callTimeText>[0], local: LocalCallTime): string =>
  american.callTimeText(schedule, local, formats)

/** The earliest planned call, localized. */
export const nextCallText = (schedules: readonly ScheduleNextCall[]): string =>
  american.nextCallText(schedules, formats)

/** 'Days off. Calls start again Mon, Jan 18', localized. */
export const startAgainText = (local: LocalCallTime): string => american.startAgainText(local, formats)

/** An instant by the browser's own zone: 'Jan 15, 2027, 6:30 AM', '15 Jan 2027, 06:30'. */
export const instantText = (at: Date): string => `${english('medium', at)}, ${instantTime(at)}`

/** An instant's time by the browser's own zone. */
export const instantTime = (at: Date): string => clockTime(at.toTimeString().slice(0, 5))

/** 'January 15, 2027', '15 January 2027'. */
export const dayText = (at: Date): string => english('long', at)

const english = (dateStyle: 'medium' | 'long', at: Date): string =>
  formatDate(ofLocale().dayFirst ? 'en-GB' : 'en-US', { dateStyle }, at) ?? at.toDateString()

/** Weekdays in local calendar order, from Sunday, Monday or Saturday. */
export function weekInOrder(): readonly Weekday[] {
  const first = ofLocale().firstWeekday % 7
  return [...WEEKDAYS.slice(first), ...WEEKDAYS.slice(0, first)]
}

function hours24(): boolean {
  const chosen = chosenClock()
  return chosen === 'auto' ? ofLocale().hours24 : chosen === '24'
}

const known = new Map<string, LocaleFormats>()

function ofLocale(): LocaleFormats {
  const locale = language()
  const formatsHere = known.get(locale) ?? read(locale)
  known.set(locale, formatsHere)
  return formatsHere
}

function read(locale: string): LocaleFormats {
  const { hourCycle, dayFirst, firstWeekday } = localeFacts(locale)
  const isLong = hourCycle === 'h23' || hourCycle === 'h24'
  return { hours24: isLong, dayFirst, firstWeekday: firstWeekday ?? (dayFirst ? 1 : 7) }
}
