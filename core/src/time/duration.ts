export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS
/** Retention times promise years without leap days. */
export const YEAR_MS = 365 * DAY_MS

/** '9 minutes'. `ms` must be whole minutes. */
export const minutes = (ms: number): string => counted(ms / MINUTE_MS, 'minute')
export const hours = (ms: number): string => counted(ms / HOUR_MS, 'hour')
export const days = (ms: number): string => counted(ms / DAY_MS, 'day')

/** '90 seconds', '2 minutes'. */
export const wait = (ms: number): string =>
  ms % MINUTE_MS === 0 ? minutes(ms) : counted(Math.round(ms / 1000), 'second')

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

const UNITS = [
  [YEAR_MS, 'year'],
  [WEEK_MS, 'week'],
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
] as const

/** A duration in the largest unit that fits: 'nine minutes', 'a week', 'two years'. */
export function inWords(ms: number): string {
  const [unitMs, unit] = UNITS.find(([size]) => ms % size === 0) ?? [MINUTE_MS, 'minute']
  if (ms === unitMs) return unit === 'hour' ? 'an hour' : `a ${unit}`
  return `${numberInWords(ms / unitMs)} ${unit}s`
}

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** 'three'; above twelve, digits. */
export const numberInWords = (count: number): string => NUMBERS[count] ?? String(count)

/** 'once', 'twice', 'three times'. */
export const timesInWords = (count: number): string =>
  ['never', 'once', 'twice'][count] ?? `${numberInWords(count)} times`

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
