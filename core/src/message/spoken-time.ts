import type { LocalTime } from '../time/calendar.ts'

const HOURS = 'twelve one two three four five six seven eight nine ten eleven'.split(' ')
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty']

/** '06:30' → 'six thirty', '07:05' → "seven oh five", '18:00' → "six o'clock", '00:00' → 'midnight'. */
export function spokenTime(time: LocalTime): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  if (minute === 0 && hour % 12 === 0) return hour === 0 ? 'midnight' : 'noon'
  return `${HOURS[hour % 12]} ${spokenMinute(minute)}`
}

function spokenMinute(minute: number): string {
  const ones = HOURS[minute % 10]
  if (minute === 0) return "o'clock"
  if (minute < 10) return `oh ${ones}`
  if (minute < 20) return TEENS[minute - 10] ?? ''
  return minute % 10 === 0 ? `${TENS[minute / 10]}` : `${TENS[Math.floor(minute / 10)]} ${ones}`
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
