import { addDays, type LocalDate } from '../time/calendar.ts'
import { DAY_MS } from '../time/duration.ts'

export const MOST_SCHEDULES = 3

/** How far ahead a date may be. A later one is probably a typo, and zones change in the meantime. */
const FURTHEST_DATE_DAYS = 2 * 365

export const latestDate = (today: LocalDate): LocalDate => addDays(today, FURTHEST_DATE_DAYS)

/** In characters. */
export const LONGEST_SCHEDULE_NAME = 40
/** In characters. */
export const LONGEST_NOTE = 80

export const CALENDAR_AHEAD_MS = 60 * DAY_MS

/** How far ahead we plan occurrences: long enough to prepare speech and to announce a call by text. */
export const PLANNING_HORIZON_MS = 20 * 60_000
