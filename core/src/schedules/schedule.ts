import type { CallChoices, Outcome } from '../calls/next-step.ts'
import type { LocalDate, LocalTime } from '../time/calendar.ts'
import { type Instant, zoneDataVersion } from '../time/time-zone.ts'
import type { Weekday } from '../time/weekday.ts'
import type { DateRange } from './days-off.ts'
import { oneTimeOccurrence, type Rule } from './recurrence.ts'
import type { WeekdayTimes } from './weekday-times.ts'

/** What a person chooses for a schedule. A one-time schedule has a date and no weekdays. */
export type ChosenSchedule = CallChoices & {
  /** Null without one. */
  name: string | null
  wakeupTime: LocalTime
  /** In its plain form (`plainTimes`); empty for a one-time schedule. */
  times: WeekdayTimes
  timezone: string
  isRecurring: boolean
  weekdays: Weekday[]
  date: LocalDate | null
  /** The instant of a one-time schedule. */
  oneTimeAt: Instant | null
  advanceNotice: boolean
}

/** A schedule and the state of its planning. */
export type Schedule = ChosenSchedule & {
  id: number
  userId: number
  isActive: boolean
  /** Its own, and those of all the person's schedules. */
  daysOff: DateRange[]
  /** Skipped calls, past ones too: a second skip is added to the first. */
  skippedCalls: Instant[]
  /** Said in the call at `noteAt` and its retries; both set or both null. */
  note: string | null
  noteAt: Instant | null
  /** The edition of the zone data that computed `nextDueAt`. */
  zoneData: string
  /** The planner's cursor: the next call that has no occurrence yet; null when none is to come. */
  nextDueAt: Instant | null
  /** When a one-time schedule ended. */
  endedAt: Instant | null
  createdAt: Instant
  updatedAt: Instant
  /** Raised with each change that the person makes. */
  version: number
}

type RuleFields = 'wakeupTime' | 'times' | 'timezone' | 'weekdays' | 'date' | 'daysOff'

type OneTime = Pick<Schedule, 'date' | 'wakeupTime' | 'timezone' | 'oneTimeAt' | 'zoneData'>

/**
 * The instant of a one-time schedule by our zone data, computed again only where older data did. One that no longer has any
 * keeps its previous one.
 */
export function oneTimeByOurData({ date, wakeupTime, timezone, oneTimeAt, zoneData }: OneTime): Instant | null {
  if (date === null || zoneData >= zoneDataVersion) return oneTimeAt
  return oneTimeOccurrence(date, wakeupTime, timezone) ?? oneTimeAt
}

/** When a schedule rings; everything goes by this rule. */
export function ruleOf({ wakeupTime, times, timezone, weekdays, date, daysOff }: Pick<Schedule, RuleFields>): Rule {
  const common = { wakeupTime, timezone, daysOff }
  if (date !== null) return { kind: 'one-time', date, ...common }
  return { kind: 'recurring', weekdays: new Set(weekdays), times, ...common }
}

/**
 * One instant at which a schedule rings, or a sample call: its calls follow each other until it has an outcome
 * (CALL-2).
 */
export type Occurrence = CallChoices & {
  id: number
  /** Null for a sample, and when the schedule was deleted. */
  scheduleId: number | null
  userId: number
  isSample: boolean
  dueAt: Instant
  timezone: string
  outcome: Outcome | null
  /** After this, nothing follows in it, whatever is learnt about its calls later. */
  stoppedAt: Instant | null
}
