import type { LocalMoment } from '@reveille/contract/instant'
import type { Schedule } from '@reveille/contract/schedules'
import { isDayOff } from '@reveille/core/schedules/days-off'
import { nextDue, offUntil } from '@reveille/core/schedules/recurrence'
import { ruleOf } from '@reveille/core/schedules/schedule'
import { isSkipped, nextUnskipped, skippedAhead, type SkippedMoment } from '@reveille/core/schedules/skipped-calls'
import type { LocalTime } from '@reveille/core/time/calendar'
import { localDateAt, localDateTimeAt, type Instant } from '@reveille/core/time/time-zone'
import { inWeekOrder } from '@reveille/core/time/weekday'
import { iso, localMoment } from '../platform/http/local-moment.ts'
import type { ListedSchedule } from './schedules.sql.ts'

/**
 * A schedule as its owner sees it, with the next call in local time. There is none if the person may not be called:
 * their number moved to another account, or it stopped calls.
 */
export function toSchedule(row: ListedSchedule, { callable, now }: { callable: boolean; now: Instant }): Schedule {
  const next = callable ? (row.plannedAt ?? nextUnskipped(row)) : null
  const skipped = skippedAhead(row, now)[0] ?? null
  return {
    ...row, // response-serializer.ts drops its other columns
    wakeupTime: row.cycle === null ? row.wakeupTime : timeToCome(row, next, now),
    weekdays: row.cycle === null ? inWeekOrder(row.weekdays) : [], // rows from before 1.0 are sorted alphabetically
    cycle: row.cycle ?? undefined,
    lastCalled: row.lastCalled === null ? null : iso(row.lastCalled),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    nextCallAt: next === null ? null : iso(next),
    nextCallLocal: next === null ? null : localMoment(next, row.timezone, now),
    offUntil: row.isActive ? offUntil(ruleOf(row), now) : null,
    skippedCallAt: skipped === null ? null : iso(skipped),
    skippedCallLocal: skipped === null ? null : localMoment(skipped, row.timezone, now),
    note: noteToCome(row, now),
    followUp: callable ? followUpOf(row, now) : null,
  }
}

/** When a rotating schedule rings next, or would if nothing kept it from ringing. */
function timeToCome(row: ListedSchedule, next: Instant | null, now: Instant): LocalTime {
  const at = next ?? nextDue(ruleOf({ ...row, daysOff: [] }), now)
  return at === null ? row.wakeupTime : localDateTimeAt(at, row.timezone).time
}

/** Null while its call is skipped or on a day off, and once that is due and the note can no longer be changed. */
function noteToCome(row: ListedSchedule, now: Instant) {
  const { note, noteAt: at, timezone } = row
  return note === null ||
    at === null ||
    at <= now ||
    isSkipped(row, at) ||
    isDayOff(row.daysOff, localDateAt(at, timezone))
    ? null
    : { text: note, at: iso(at), local: localMoment(at, timezone, now) }
}

function followUpOf(row: ListedSchedule, now: Instant) {
  const { followUpAt: at, followUpKind: kind, followUpAfterFault: afterFault, timezone } = row
  return at === null || kind === null ? null : { at: iso(at), local: localMoment(at, timezone, now), kind, afterFault }
}

/** Skipped calls in local time; undefined if none, so that the answer omits them. */
export function skippedMoments(skips: readonly SkippedMoment[], now: Instant): LocalMoment[] | undefined {
  return skips.length === 0 ? undefined : skips.map(({ at, timezone }) => localMoment(at, timezone, now))
}
