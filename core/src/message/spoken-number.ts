import type { LocalTime } from '../time/calendar.ts'
import { capitalized } from '../time/duration.ts'

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const ODD_ORDINALS: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}

const SIZES: readonly [size: number, name: string][] = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
  [1000, 'thousand'],
  [100, 'hundred'],
]

/** 26 → 'twenty-six', 204 → 'two hundred four', 1,200,000 → 'one million two hundred thousand'. Whole numbers from 0. */
export function spokenNumber(number: number): string {
  const small = SMALL[number]
  if (small !== undefined) return small
  const tens = TENS[Math.floor(number / 10)]
  if (tens !== undefined) return number % 10 === 0 ? tens : `${tens}-${SMALL[number % 10]}`
  const [size, name] = SIZES.find(([least]) => number >= least)!
  return number < 1e15 ? withRest(number, size, name) : digitByDigit(BigInt(number).toString())
}

function withRest(number: number, size: number, name: string): string {
  const rest = number % size === 0 ? '' : ` ${spokenNumber(number % size)}`
  return `${spokenNumber(Math.floor(number / size))} ${name}${rest}`
}

/** 1 → 'first', 30 → 'thirtieth', 42 → 'forty-second'. Below a million. */
export function spokenOrdinal(number: number): string {
  const words = spokenNumber(number)
  const last = /[a-z]+$/.exec(words)?.[0] ?? ''
  const ordinal = ODD_ORDINALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`)
  return words.slice(0, words.length - last.length) + ordinal
}

/** 1905 → 'nineteen oh five', 2009 → 'two thousand nine', 2027 → 'twenty twenty-seven'. From 1900 to 2099. */
export function spokenYear(year: number): string {
  if (year >= 2000 && year < 2010) return spokenNumber(year)
  const rest = year % 100
  const words = rest === 0 ? 'hundred' : rest < 10 ? `oh ${spokenNumber(rest)}` : spokenNumber(rest)
  return `${spokenNumber(Math.floor(year / 100))} ${words}`
}

/** '473' → 'four. Seven. Three.': a sentence each, so that nine clips say every task. */
export function spokenDigits(digits: string): string {
  const [first = '', ...others] = [...digits].map((digit) => `${spokenNumber(Number(digit))}.`)
  return [first, ...others.map(capitalized)].join(' ')
}

/** '204' → 'two oh four', for rooms and flights. */
export function digitByDigit(digits: string): string {
  return [...digits].map((digit) => (digit === '0' ? 'oh' : spokenNumber(Number(digit)))).join(' ')
}

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

/** For a greeting. 'day' at night, and if the time is unknown. */
export function partOfDay(time: LocalTime | null): 'morning' | 'afternoon' | 'evening' | 'day' {
  if (time === null || time < '04:00') return 'day'
  if (time < '12:00') return 'morning'
  return time < '17:00' ? 'afternoon' : 'evening'
}
