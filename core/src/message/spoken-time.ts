import type { LocalTime } from '../time/calendar.ts'
import { spokenNumber } from './spoken-number.ts'

/** '06:30' → 'six thirty', '07:05' → "seven oh five", '18:00' → "six o'clock", '00:00' → 'midnight'. */
export function spokenTime(time: LocalTime): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  if (minute === 0 && hour % 12 === 0) return hour === 0 ? 'midnight' : 'noon'
  return `${spokenNumber(hour % 12 || 12)} ${spokenMinute(minute)}`
}

function spokenMinute(minute: number): string {
  if (minute === 0) return "o'clock"
  return minute < 10 ? `oh ${spokenNumber(minute)}` : spokenNumber(minute)
}

/** The part of the day for a greeting: people also wake at three in the afternoon. 'day' at night, and without a time. */
export function partOfDay(time: LocalTime | null): 'morning' | 'afternoon' | 'evening' | 'day' {
  if (time === null || time < '04:00') return 'day'
  if (time < '12:00') return 'morning'
  return time < '17:00' ? 'afternoon' : 'evening'
}
