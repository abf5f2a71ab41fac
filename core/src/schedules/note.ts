import { zoneDataVersion, type Instant } from '../time/time-zone.ts'
import { nextDue } from './recurrence.ts'
import { ruleOf, type Schedule } from './schedule.ts'
import { isSkipped, nearest } from './skipped-calls.ts'

/** What a person wants to be told in one call of a schedule, and the instant of that call. */
export type Note = { note: string; noteAt: Instant }

/**
 * The note of a schedule after a change of it: one to come stays while its call does, at the instant that our zone data
 * gives it; one of a morning that has begun stays for its retries. Null when none is left.
 */
export function noteAfterChange(schedule: Schedule, now: Instant): Note | null {
  const { note, noteAt, zoneData } = schedule
  if (note === null || noteAt === null) return null
  if (noteAt <= now) return { note, noteAt }
  const at = zoneData < zoneDataVersion ? nearest(schedule, noteAt) : noteAt
  if (at === null || isSkipped(schedule, noteAt) || nextDue(ruleOf(schedule), at - 1) !== at) return null
  return { note, noteAt: at }
}

/** The note of the call at this instant; null when there is none. */
export function noteOf({ note, noteAt }: Pick<Schedule, 'note' | 'noteAt'>, at: Instant): string | null {
  return noteAt === at ? note : null
}
