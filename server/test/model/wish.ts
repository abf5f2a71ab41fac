import type { Instant } from '@reveille/core/time/time-zone'
import type { Weekday } from '@reveille/core/time/weekday'

/** What a person can say in the form. */
export type Wish = {
  wakeupTime: string
  timezone: keyof typeof HOURS_AHEAD
  isRecurring: boolean
  weekdays: readonly Weekday[]
  /** Of a one-time call. */
  date: string | null
  callRetry: boolean
}

/** A wish that says its date by the days from today. */
export type Plan = Omit<Wish, 'isRecurring' | 'date'> & { daysAhead: number | null }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Zones that never change their clocks: when those change is proven elsewhere, against an oracle of its own. */
const HOURS_AHEAD = { UTC: 0, 'Asia/Tokyo': 9, 'Asia/Kathmandu': 5.75, 'Pacific/Honolulu': -10 }
export const ZONES = Object.keys(HOURS_AHEAD) as (keyof typeof HOURS_AHEAD)[]

const DAYS: readonly Weekday[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

export function wishOf({ daysAhead, ...plan }: Plan, now: Instant): Wish {
  const date = daysAhead === null ? null : new Date(now + daysAhead * DAY).toISOString().slice(0, 10)
  return { ...plan, isRecurring: date === null, date }
}

/** The first instant strictly after `after` that the person asked for; null when there is none. */
export function nextWished(wish: Wish, after: Instant): Instant | null {
  const ahead = HOURS_AHEAD[wish.timezone] * HOUR
  const today = Math.floor((after + ahead) / DAY)
  const days = wish.isRecurring ? Array.from({ length: 9 }, (_, i) => today + i) : [Date.parse(wish.date!) / DAY]
  for (const day of days) {
    const at = day * DAY + sinceMidnight(wish) - ahead
    if (at > after && (!wish.isRecurring || wish.weekdays.includes(weekdayOf(day)))) return at
  }
  return null
}

/** The moment of a one-time call. */
export function momentOf(wish: Wish): Instant {
  return Date.parse(wish.date!) + sinceMidnight(wish) - HOURS_AHEAD[wish.timezone] * HOUR
}

/** SCHED-6: the same time, zone, and weekday set or date; the switches do not count. */
export function isSameCall(a: Wish, b: Wish): boolean {
  const key = (wish: Wish) => [wish.wakeupTime, wish.timezone, wish.date, wish.weekdays.toSorted()].join()
  return key(a) === key(b)
}

function sinceMidnight({ wakeupTime }: Wish): number {
  const [hours, minutes] = wakeupTime.split(':').map(Number)
  return hours! * HOUR + minutes! * MINUTE
}

/** 1 January 1970 was a Thursday. */
const weekdayOf = (day: number): Weekday => DAYS[(day + 4) % 7]!
