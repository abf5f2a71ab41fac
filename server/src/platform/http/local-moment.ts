import type { LocalMoment } from '@reveille/contract/instant'
import { localDateTimeAt, type Instant } from '@reveille/core/time/time-zone'

/** An instant as local time in `timezone`, for pages, which have no zone data of their own. */
export function localMoment(at: Instant, timezone: string, now: Instant): LocalMoment {
  const { date, time, weekday } = localDateTimeAt(at, timezone)
  return { date, time, weekday, today: localDateTimeAt(now, timezone).date }
}

/** An instant on the wire: ISO 8601 in UTC. */
export function iso(at: Instant): string {
  return new Date(at).toISOString()
}
