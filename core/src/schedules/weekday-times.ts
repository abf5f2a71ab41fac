import { minuteOfDay, type LocalTime } from '../time/calendar.ts'
import { WEEKDAYS, type Weekday } from '../time/weekday.ts'

/** The weekdays on which a schedule rings at another time than its usual one. */
export type WeekdayTimes = Readonly<Partial<Record<Weekday, LocalTime | undefined>>>

type OwnTimes = { wakeupTime: LocalTime; times?: WeekdayTimes }
type Times = { wakeupTime: LocalTime; times: WeekdayTimes; weekdays: readonly Weekday[] }

/** Answers for any weekday, chosen or not. */
export const timeOn = (weekday: Weekday, { wakeupTime, times }: OwnTimes): LocalTime => times?.[weekday] ?? wakeupTime

/**
 * Normalizes times: drops entries for days that aren't chosen or ring at the usual time. If no chosen day rings at the
 * usual time, the earliest one becomes it. Throws on anything but times.
 */
export function plainTimes({ wakeupTime, times, weekdays }: Times): Omit<Times, 'weekdays'> {
  const rung = WEEKDAYS.filter((day) => weekdays.includes(day)).map((day) => timeOn(day, { wakeupTime, times }))
  const earliest = rung.toSorted((a, b) => minuteOfDay(a) - minuteOfDay(b))[0] ?? wakeupTime
  const usual = rung.includes(wakeupTime) ? wakeupTime : earliest
  const others = WEEKDAYS.flatMap((day) => {
    const time = times[day] ?? wakeupTime
    return weekdays.includes(day) && time !== usual ? [[day, time] as const] : []
  })
  return { wakeupTime: usual, times: Object.fromEntries(others) }
}
