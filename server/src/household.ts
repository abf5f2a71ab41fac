import type { Clock, Repeated } from './platform/clock/clock.ts'
import type { Services } from './platform/services.ts'
import { enforceRetention } from './retention.ts'
import { seekRecordings, tendRecordings } from './calls/recordings/fetch-recordings.ts'
import { tellScheduleEnds } from './schedules/notify-schedule-ends.ts'
import { watchSpending, watchTextedCodes } from './dispatch/spending-breaker.ts'

const SCHEDULE_ENDS_MS = 60_000
const RECORDINGS_MS = 2_000
const SEEK_MS = 60_000
const SPENDING_MS = 60_000
const RETENTION_MS = 10 * 60_000

/** What a worker does beside calls, at the hour that the clock says: tells, fetches and clears away. */
export function keepHouse(services: Services, repeat: Clock['every']): Repeated[] {
  return [
    repeat(SCHEDULE_ENDS_MS, 'schedule ends', () => tellScheduleEnds(services)),
    repeat(RECORDINGS_MS, 'recordings', () => tendRecordings(services)),
    repeat(SEEK_MS, 'lost recordings', () => seekRecordings(services)),
    repeat(SPENDING_MS, 'spending', () => watchSpending(services)),
    repeat(SPENDING_MS, 'texted codes', () => watchTextedCodes(services)),
    repeat(RETENTION_MS, 'retention', () => enforceRetention(services)),
  ]
}
