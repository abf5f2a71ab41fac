import { nextDue } from '@reveille/core/recurrence'
import type { Instant } from '@reveille/core/time-zone'
import { ruleOf } from '../db/schedule-rule.ts'
import type { ScheduleRow } from '../db/tables.ts'

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
