import type { LocalMoment } from '@reveille/contract/instant'
import type { Schedule } from '@reveille/contract/schedules'
import type { Instant } from '@reveille/core/time/time-zone'
import { iso, localMoment } from '../platform/http/local-moment.ts'
import type { ListedSchedule } from './schedules.sql.ts'
import { nextUnskipped, skippedAhead, type SkippedMoment } from './skipped-calls.ts'

/**
 * A schedule as its owner sees it: what is stored, and the next call with its local time (SCHED-12). No call is to come
 * for who may not be called: their number went to another account, or wants no calls.
 */
export function toSchedule(row: ListedSchedule, { callable, now }: { callable: boolean; now: Instant }): Schedule {
  const next = callable ? (row.planned_at?.getTime() ?? nextUnskipped(row)) : null
  const skipped = skippedAhead(row, now)[0] ?? null
  return {
    id: row.id,
    userId: row.user_id,
    wakeupTime: row.wakeup_time,
    timezone: row.timezone,
    weekdays: row.weekdays,
    isRecurring: row.is_recurring,
    isActive: row.is_active,
    date: row.date,
    callRetry: row.call_retry,
    advanceNotice: row.advance_notice,
    lastCalled: row.last_called === null ? null : iso(row.last_called),
    lastCallSid: row.last_call_sid,
    lastCallStatus: row.last_call_status,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
    nextCallAt: next === null ? null : iso(next),
    nextCallLocal: next === null ? null : localMoment(next, row.timezone, now),
    skippedCallAt: skipped === null ? null : iso(skipped),
    skippedCallLocal: skipped === null ? null : localMoment(skipped, row.timezone, now),
    followUp: callable ? followUpOf(row, now) : null,
  }
}

function followUpOf({ follow_up_at: at, follow_up_kind: kind, timezone }: ListedSchedule, now: Instant) {
  return at === null || kind === null ? null : { at: iso(at), local: localMoment(at.getTime(), timezone, now), kind }
}

/** Skipped calls as they read on a wall; undefined, so that the answer leaves them out, where there are none. */
export function skippedMoments(skips: readonly SkippedMoment[], now: Instant): LocalMoment[] | undefined {
  return skips.length === 0 ? undefined : skips.map(({ at, timezone }) => localMoment(at, timezone, now))
}
