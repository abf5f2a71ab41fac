import { DAY_MS } from '../time/duration.ts'

/** How far ahead the private calendar lists calls (ACCT-4). */
export const CALENDAR_AHEAD_MS = 60 * DAY_MS
