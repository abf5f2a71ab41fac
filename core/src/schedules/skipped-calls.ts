import { zoneDataVersion, type Instant } from '../time/time-zone.ts'
import { nextDue, skipsUnder, type Rule } from './recurrence.ts'
import { ruleOf, type Schedule } from './schedule.ts'

/** A day's call is closer than this to its old instant. */
const HALF_A_DAY_MS = 12 * 60 * 60_000

/** How many coming calls of one schedule can be skipped; for more, its owner pauses it. */
export const MOST_SKIPS = 60

/** Whether the call at this instant was skipped. */
export function isSkipped({ skippedCalls }: Pick<Schedule, 'skippedCalls'>, at: Instant): boolean {
  return skippedCalls.includes(at)
}

/** The skipped future calls of a schedule, earliest first. */
export function skippedAhead({ skippedCalls }: Pick<Schedule, 'skippedCalls'>, now: Instant): Instant[] {
  return skippedCalls.filter((at) => at > now).toSorted((a, b) => a - b)
}

/** The first instant from the cursor on that is not skipped; null when there is none. */
export function nextUnskipped(schedule: Schedule): Instant | null {
  let at = schedule.nextDueAt
  while (at !== null && isSkipped(schedule, at)) at = nextDue(ruleOf(schedule), at)
  return at
}

/** The skipped calls of a schedule, past ones too, at the instants by our zone data. */
export function skipsByOurData(schedule: Schedule): Instant[] {
  const { skippedCalls, zoneData } = schedule
  return zoneData < zoneDataVersion ? skippedCalls.flatMap((at) => nearest(schedule, at) ?? []) : skippedCalls
}

/** A skipped call and the zone that its owner knows it in. */
export type SkippedMoment = { at: Instant; timezone: string }

/**
 * The skips that remain when a schedule is edited to `rule`, and the future ones that no longer match a call, which its
 * owner is told about. A new schedule has none.
 */
export function skipsAfterEdit(
  edited: Schedule | null,
  rule: Rule,
  now: Instant,
): { kept: Instant[]; dropped: SkippedMoment[] } {
  if (edited === null) return { kept: [], dropped: [] }
  const { kept, dropped } = skipsUnder(rule, skipsByOurData(edited))
  const ahead = dropped.filter((at) => at > now).toSorted((a, b) => a - b)
  return { kept, dropped: ahead.map((at) => ({ at, timezone: edited.timezone })) }
}

/**
 * The instant that our zone data gives a call that older data placed at this instant: the closest, the later of two as close.
 */
export function nearest(schedule: Schedule, at: Instant): Instant | null {
  // Days off that were entered since take no call's place: another one would be skipped instead of it.
  const rule = ruleOf({ ...schedule, daysOff: [] })
  let found = nextDue(rule, at - HALF_A_DAY_MS)
  // With a time for each weekday, the call of another day may lie within half a day too.
  for (let next = found; found !== null && next !== null; next = nextDue(rule, next)) {
    if (Math.abs(next - at) > Math.abs(found - at)) break
    found = next
  }
  return found
}
