import { minuteOfDay, type DayNumber, type LocalDate, type LocalTime } from '../time/calendar.ts'
import { twelveHour } from './next-call-text.ts'

/** In days. */
export const SHORTEST_CYCLE = 2
export const LONGEST_CYCLE = 56

/**
 * Days that repeat, each with a time or free (null). They are counted in local dates from `firstDate`, in both
 * directions, so neither clock changes nor zones shift them.
 */
export type Cycle = { firstDate: LocalDate; times: readonly (LocalTime | null)[] }

/** The index of a day in a cycle of this length that begins on `firstDay`. */
export function dayInCycle(day: DayNumber, firstDay: DayNumber, length: number): number {
  return (((day - firstDay) % length) + length) % length
}

/** Throws for a cycle without a time. */
export function earliestTime({ times }: Cycle): LocalTime {
  const rung = times.filter((time) => time !== null)
  return rung.reduce((first, time) => (minuteOfDay(time) < minuteOfDay(first) ? time : first))
}

/** '4-day rotation'. */
export const rotationName = ({ times }: Pick<Cycle, 'times'>): string => `${times.length}-day rotation`

/** '4-day rotation: 5:10 AM, 5:10 AM, free, free'; more than two equal days are counted: '4 × 5:10 AM, 3 free'. */
export function cycleText({ times }: Pick<Cycle, 'times'>, written: (time: LocalTime) => string = twelveHour): string {
  const runs: { time: LocalTime | null; days: number }[] = []
  for (const time of times) {
    const last = runs.at(-1)
    if (last?.time === time) last.days++
    else runs.push({ time, days: 1 })
  }
  const words = runs.flatMap(({ time, days }) => {
    const word = time === null ? 'free' : written(time)
    return days < 3 ? Array<string>(days).fill(word) : [time === null ? `${days} free` : `${days} × ${word}`]
  })
  return `${rotationName({ times })}: ${words.join(', ')}`
}
