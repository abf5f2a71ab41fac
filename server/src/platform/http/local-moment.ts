import type { LocalMoment } from '@reveille/contract/instant'
import { localDateTimeAt, type Instant } from '@reveille/core/time/time-zone'

/** An instant as local time, for pages, which have no zone data. */
export function localMoment(at: Instant, timezone: string, now: Instant): LocalMoment {
  const { date, time, weekday } = localDateTimeAt(at, timezone)
  return { date, time, weekday, today: localDateTimeAt(now, timezone).date }
}

export function iso(at: Instant): string {
  return new Date(at).toISOString()
}

export const isoOrNull = (at: Instant | null): string | null => (at === null ? null : iso(at))
