import { addDays } from '../time/calendar.ts'
import { instantAt, localDateTimeAt, type Instant } from '../time/time-zone.ts'

const DAY_MS = 24 * 60 * 60_000
const EVENING = '18:00'

/**
 * When to tell a person that the clocks change before their next call: at six the evening before. Null when they do not
 * change in the day before the call, or that evening has passed.
 */
export function clockNoticeAt(callAt: Instant, timeZone: string, now: Instant): Instant | null {
  const atCall = localDateTimeAt(callAt, timeZone)
  if (localDateTimeAt(callAt - DAY_MS, timeZone).offsetMinutes === atCall.offsetMinutes) return null
  const evening = instantAt(addDays(atCall.date, -1), EVENING, timeZone)
  return evening !== null && evening > now ? evening : null
}
