import { DAY_MS } from '../time/duration.ts'
import { zoneDataVersion, type Instant } from '../time/time-zone.ts'
import { nextDue, skipsUnder, type Rule } from './recurrence.ts'
import { ruleOf, type Schedule } from './schedule.ts'

/** New zone data moves a call by less than this. */
const HALF_A_DAY_MS = DAY_MS / 2

/** The most future calls of one schedule that can be skipped. To skip more, pause it. */
export const MOST_SKIPS = 60

export function isSkipped({ skippedCalls }: Pick<Schedule, 'skippedCalls'>, at: Instant): boolean {
  return skippedCalls.includes(at)
}

/** The skipped future calls of a schedule, earliest first. */
export function skippedAhead({ skippedCalls }: Pick<Schedule, 'skippedCalls'>, now: Instant): Instant[] {
  return skippedCalls.filter((at) => at > now).toSorted((a, b) => a - b)
}

/** The first unskipped instant at or after the cursor. */
export function nextUnskipped(schedule: Schedule): Instant | null {
  let at = schedule.nextDueAt
  while (at !== null && isSkipped(schedule, at)) at = nextDue(ruleOf(schedule), at)
  return at
}

/** The skipped calls of a schedule, including past ones, at the instants that our zone data gives them. */
export function skipsByOurData(schedule: Schedule): Instant[] {
  const { skippedCalls, zoneData } = schedule
  return zoneData < zoneDataVersion ? skippedCalls.flatMap((at) => nearest(schedule, at) ?? []) : skippedCalls
}

/** A skipped call and the zone to show it in. */
export type SkippedMoment = { at: Instant; timezone: string }

/** The skips that remain after an edit to `rule`, and the future ones that no longer match a call, to tell the owner. */
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

/** The instant that our zone data gives a call that older data put at `at`: the closest one, or the later of a tie. */
export function nearest(schedule: Schedule, at: Instant): Instant | null {
  // Ignores days off, which may be newer than the skip. Otherwise it would move to another day's call.
  const rule = ruleOf({ ...schedule, daysOff: [] })
  let found = nextDue(rule, at - HALF_A_DAY_MS)
  // With other times on some weekdays, another day's call may also lie within half a day.
  for (let next = found; found !== null && next !== null; next = nextDue(rule, next)) {
    if (Math.abs(next - at) > Math.abs(found - at)) break
    found = next
  }
  return found
}
