import type { DaysOff } from '@reveille/contract/days-off'
import type { Schedule } from '@reveille/contract/schedules'
import { cityOf } from '@reveille/core/schedules/next-call-text'
import { weekdayOf, type LocalDate } from '@reveille/core/time/calendar'
import { clockTime, shortDate } from '../../../format/local-formats.ts'

/** What a schedule is called wherever several are listed: 'Gym, 6:30 AM in Sydney'. */
export function scheduleTitle({
  name,
  wakeupTime,
  timezone,
}: Pick<Schedule, 'name' | 'wakeupTime' | 'timezone'>): string {
  const when = `${clockTime(wakeupTime)} in ${cityOf(timezone)}`
  return name === null ? when : `${name}, ${when}`
}

/** 'Mon, Jan 18' or 'Mon, Jan 18 – Sun, Jan 24', with the years when they differ. */
export function rangeText({ from, to }: Pick<DaysOff, 'from' | 'to'>): string {
  if (from === to) return dateText(from)
  const year = from.slice(0, 4) === to.slice(0, 4) ? '' : `, ${from.slice(0, 4)}`
  return `${dateText(from)}${year} – ${dateText(to)}${year === '' ? '' : `, ${to.slice(0, 4)}`}`
}

const dateText = (date: LocalDate) => shortDate(date, weekdayOf(date))

/** 'Holiday: Mon, Jan 18 – Sun, Jan 24 · Gym, 6:30 AM in Sydney'; without a schedule they are for all calls. */
export function daysOffText(daysOff: DaysOff, schedules: readonly Schedule[]): string {
  const only = schedules.find(({ id }) => id === daysOff.scheduleId)
  const label = `${daysOff.name ?? 'Days off'}: ${rangeText(daysOff)}`
  return only === undefined ? label : `${label} · ${scheduleTitle(only)}`
}
