import { zoneDataVersion, type Instant } from '../time/time-zone.ts'
import { nextDue } from './recurrence.ts'
import { ruleOf, type Schedule } from './schedule.ts'
import { nearest } from './skipped-calls.ts'

/** What a person wants to hear in one call of a schedule, null if they removed it, and that call's instant. */
export type Note = { note: string | null; noteAt: Instant }

/**
 * The note that remains after a change of its schedule. A future note stays while its call does, and moves with it when
 * new zone data moves the call, also while that is skipped or on a day off: undoing that brings it back. A past one
 * stays for the retries of its morning.
 */
export function noteAfterChange(schedule: Schedule, now: Instant): Note | null {
  const { note, noteAt, zoneData } = schedule
  if (noteAt === null) return null
  if (noteAt <= now) return { note, noteAt }
  const at = zoneData < zoneDataVersion ? nearest(schedule, noteAt) : noteAt
  if (at === null || nextDue(ruleOf({ ...schedule, daysOff: [] }), at - 1) !== at) return null
  return { note, noteAt: at }
}

export function noteOf({ note, noteAt }: Pick<Schedule, 'note' | 'noteAt'>, at: Instant): string | null {
  return noteAt === at ? note : null
}
