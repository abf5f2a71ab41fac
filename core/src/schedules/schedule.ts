import type { CallChoices, Outcome } from '../calls/next-step.ts'
import { certainDay, type LocalDate, type LocalTime } from '../time/calendar.ts'
import { instantAt, type Instant, zoneDataVersion } from '../time/time-zone.ts'
import type { Weekday } from '../time/weekday.ts'
import type { Cycle } from './cycle.ts'
import type { DateRange } from './days-off.ts'
import type { Rule } from './recurrence.ts'
import type { WeekdayTimes } from './weekday-times.ts'

/** What a person chooses for a schedule. A one-time schedule has a date and no weekdays. */
export type ChosenSchedule = CallChoices & {
  name: string | null
  wakeupTime: LocalTime
  /** Normalized by `plainTimes`; empty for a one-time schedule. */
  times: WeekdayTimes
  timezone: string
  isRecurring: boolean
  weekdays: Weekday[]
  /** Null unless it rotates. Then `weekdays` are all seven, and `wakeupTime` is the cycle's earliest time. */
  cycle: Cycle | null
  date: LocalDate | null
  oneTimeAt: Instant | null
  advanceNotice: boolean
}

/** A schedule and the state of its planning. */
export type Schedule = ChosenSchedule & {
  id: number
  userId: number
  isActive: boolean
  /** Its own and those for all of the person's schedules. */
  daysOff: DateRange[]
  /** Includes past ones. */
  skippedCalls: Instant[]
  /** Spoken in the call at `noteAt` and its retries. Null with `noteAt` set: removed, which can be undone. */
  note: string | null
  noteAt: Instant | null
  /** The version of the zone data that `nextDueAt` was computed with. */
  zoneData: string
  /** The planner's cursor: the next call without an occurrence; null when none will come. */
  nextDueAt: Instant | null
  /** Set once a one-time schedule is over. */
  endedAt: Instant | null
  createdAt: Instant
  updatedAt: Instant
  /** For the optimistic lock: each change by the person increments it. */
  version: number
}

type RuleFields = 'wakeupTime' | 'times' | 'timezone' | 'weekdays' | 'cycle' | 'date' | 'daysOff'

type OneTime = Pick<Schedule, 'date' | 'wakeupTime' | 'timezone' | 'oneTimeAt' | 'zoneData'>

/** A one-time schedule's instant, recomputed if older zone data computed it, unless ours has none. */
export function oneTimeByOurData({ date, wakeupTime, timezone, oneTimeAt, zoneData }: OneTime): Instant | null {
  if (date === null || zoneData >= zoneDataVersion) return oneTimeAt
  return instantAt(date, wakeupTime, timezone) ?? oneTimeAt
}

export function ruleOf(schedule: Pick<Schedule, RuleFields>): Rule {
  const { wakeupTime, times, timezone, weekdays, cycle, date, daysOff } = schedule
  if (date !== null) return { kind: 'one-time', date, wakeupTime, timezone, daysOff }
  if (cycle === null) return { kind: 'recurring', weekdays: new Set(weekdays), times, wakeupTime, timezone, daysOff }
  return { kind: 'rotating', firstDay: certainDay(cycle.firstDate), cycle: cycle.times, timezone, daysOff }
}

/** One instant at which a schedule rings, or a sample call. Calls follow one another until it has an outcome. */
export type Occurrence = CallChoices & {
  id: number
  /** Null for a sample and after the schedule is deleted. */
  scheduleId: number | null
  userId: number
  isSample: boolean
  dueAt: Instant
  timezone: string
  outcome: Outcome | null
  /** From then on, no call follows, whatever late callbacks say. */
  stoppedAt: Instant | null
}
