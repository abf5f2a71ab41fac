import { nextDue, skipsUnder, type Rule } from '@reveille/core/schedules/recurrence'
import { zoneDataVersion, type Instant } from '@reveille/core/time/time-zone'
import type { ScheduleRow } from '../platform/database/tables.ts'
import { ruleOf } from './schedules.sql.ts'

/** The call of a day lies nearer to its old instant than that, and the calls of other days further away. */
const HALF_A_DAY_MS = 12 * 60 * 60_000

/** Whether the call of this instant was skipped. */
export function isSkipped({ skipped_calls }: Pick<ScheduleRow, 'skipped_calls'>, at: Instant): boolean {
  return skipped_calls.some((skipped) => skipped.getTime() === at)
}

/** The skipped calls of a schedule that are still ahead, earliest first. */
export function skippedAhead({ skipped_calls }: Pick<ScheduleRow, 'skipped_calls'>, now: Instant): Instant[] {
  return skipped_calls
    .map((at) => at.getTime())
    .filter((at) => at > now)
    .toSorted((a, b) => a - b)
}

/** The first instant from the cursor on that is not skipped; null when nothing is to come. */
export function nextUnskipped(schedule: ScheduleRow): Instant | null {
  let at = schedule.next_due_at?.getTime() ?? null
  while (at !== null && isSkipped(schedule, at)) at = nextDue(ruleOf(schedule), at)
  return at
}

/** The skipped calls of a schedule, past ones too, at the instants that our zone data gives them (SCHED-9, SCHED-13). */
export function skipsByOurData(schedule: ScheduleRow): Instant[] {
  const skips = schedule.skipped_calls.map((at) => at.getTime())
  return schedule.zone_data < zoneDataVersion ? skips.flatMap((at) => nearest(schedule, at) ?? []) : skips
}

/** A skipped call and the zone in which its owner knows it. */
export type SkippedMoment = { at: Instant; timezone: string }

/**
 * What is left of the skips of a schedule that is edited to `rule`; of those that name no call any more the ones ahead,
 * which their owner is told of. A new schedule has none.
 */
export function skipsAfterEdit(
  edited: ScheduleRow | null,
  rule: Rule,
  now: Instant,
): { kept: Instant[]; dropped: SkippedMoment[] } {
  if (edited === null) return { kept: [], dropped: [] }
  const { kept, dropped } = skipsUnder(rule, skipsByOurData(edited))
  const ahead = dropped.filter((at) => at > now).toSorted((a, b) => a - b)
  return { kept, dropped: ahead.map((at) => ({ at, timezone: edited.timezone })) }
}

/** The instant that our data gives to the call which older data gave this one. */
export function nearest(schedule: ScheduleRow, at: Instant): Instant | null {
  return nextDue(ruleOf(schedule), at - HALF_A_DAY_MS)
}
