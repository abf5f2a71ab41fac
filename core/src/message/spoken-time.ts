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

/** The part of the day for the greeting: people also wake at three in the afternoon. 'day' without a time. */
export function partOfDay(time: LocalTime | null): 'morning' | 'afternoon' | 'evening' | 'day' {
  if (time === null) return 'day'
  if (time < '12:00') return 'morning'
  return time < '17:00' ? 'afternoon' : 'evening'
}

/** Spells out clock times in text, which engines read badly. */
export function expandTimes(text: string): string {
  return text.replace(/\b([01]?[0-9]|2[0-3]):([0-5][0-9])\b/g, (_all, hour: string, minute: string) =>
    spokenTime(`${hour.padStart(2, '0')}:${minute}`),
  )
}
