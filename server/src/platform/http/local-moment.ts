import type { LocalMoment } from '@reveille/contract/instant'
import { dateOf, timeOf } from '@reveille/core/time/calendar'
import { DAY_MS, MINUTE_MS } from '@reveille/core/time/duration'
import { localDateAt, localDateTimeAt, type Instant } from '@reveille/core/time/time-zone'

/** An instant as local time, for pages, which have no zone data. */
export function localMoment(at: Instant, timezone: string, now: Instant): LocalMoment {
  const { date, time, weekday } = localDateTimeAt(at, timezone)
  return { date, time, weekday, today: localDateAt(now, timezone) }
}

const YEAR_10000 = Date.UTC(10_000, 0)

/** `toISOString` takes four times as long, and one page of the history has 400 of them. */
export function iso(at: Instant): string {
  if (!(at >= 0 && at < YEAR_10000)) return new Date(at).toISOString()
  const day = Math.floor(at / DAY_MS)
  const minute = Math.floor((at - day * DAY_MS) / MINUTE_MS)
  const rest = String(100_000 + Math.floor(at - day * DAY_MS - minute * MINUTE_MS)) // '1' and five digits
  return `${dateOf(day)}T${timeOf(minute)}:${rest.slice(1, 3)}.${rest.slice(3)}Z`
}

export const isoOrNull = (at: Instant | null): string | null => (at === null ? null : iso(at))
