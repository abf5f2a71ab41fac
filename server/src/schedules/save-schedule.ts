import type { NewSchedule } from '@reveille/contract/schedules'
import { oneTimeOccurrence } from '@reveille/core/schedules/recurrence'
import { MOST_SCHEDULES } from '@reveille/core/schedules/schedule-limit'
import { canonicalZone, type Instant } from '@reveille/core/time/time-zone'
import { lockPerson } from '../people/lock-person.sql.ts'
import type { ScheduleRow } from '../platform/database/tables.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { isCallUnderWay } from './planner/occurrences.sql.ts'
import { planOverdue, replanSchedule } from './planner/replan.ts'
import {
  hasSchedule,
  insertSchedule,
  lockSchedules,
  updateScheduleRule,
  type RuleColumns,
  ruleOf,
} from './schedules.sql.ts'
import { skipsAfterEdit, type SkippedMoment } from './skipped-calls.ts'

export type SaveOutcome =
  | { outcome: 'saved'; scheduleId: number; droppedSkips: SkippedMoment[] }
  | { outcome: 'phone-not-verified' }
  | { outcome: 'not-personalised' }
  | { outcome: 'calls-stopped' }
  | { outcome: 'not-found' }
  | { outcome: 'over' }
  | { outcome: 'limit-reached' }
  | { outcome: 'duplicate' }
  | { outcome: 'unknown-zone' }
  | { outcome: 'in-the-past' }
  | { outcome: 'no-such-day' }
  | { outcome: 'under-way' }

/**
 * Creates a schedule, or changes the one by `id`: a skip stays as long as its instant is one of the edited rule (SCHED-9).
 * The person's lock makes the limit and the duplicate check hold.
 */
export async function saveSchedule(
  services: Services,
  userId: number,
  id: number | null,
  wanted: NewSchedule,
): Promise<SaveOutcome> {
  const timezone = canonicalZone(wanted.timezone)
  const saved = await inTransaction(services.db, async (tx): Promise<SaveOutcome> => {
    const person = await lockPerson(tx, userId)
    if (person === null || !person.phoneVerified) return { outcome: 'phone-not-verified' }
    if (person.voice === null) return { outcome: 'not-personalised' }
    if (person.optedOutOfCalls) return { outcome: 'calls-stopped' }
    if (timezone === null) return { outcome: 'unknown-zone' }
    const rule = ruleColumns(wanted, timezone)
    if (rule === null) return { outcome: 'no-such-day' }
    const existing = await lockSchedules(tx, userId, services.clock.now())
    const edited = id === null ? null : existing.find((schedule) => schedule.id === id)
    if (edited === undefined) return { outcome: (await hasSchedule(tx, { userId, id: id! })) ? 'over' : 'not-found' }
    const refusal = refuse(existing, edited, rule, services.clock.now())
    if (refusal !== null) return { outcome: refusal }
    if (edited?.date != null && (await isCallUnderWay(tx, edited.id))) return { outcome: 'under-way' }
    // A one-time call that was owed and came too late is over with that.
    if (edited !== null && (await planOverdue(services, tx, edited)).ended_at !== null) return { outcome: 'over' }
    const now = new Date(services.clock.now())
    const { kept, dropped } = skipsAfterEdit(edited, ruleOf(rule), now.getTime())
    const schedule =
      edited === null
        ? await insertSchedule(tx, userId, rule, now)
        : await updateScheduleRule(tx, edited.id, rule, { skips: kept, now })
    await replanSchedule(services, tx, schedule)
    return { outcome: 'saved', scheduleId: schedule.id, droppedSkips: dropped }
  })
  if (saved.outcome === 'saved') services.live.publish(userId, 'schedules')
  return saved
}

/** Null when the date does not exist in that zone. */
function ruleColumns(wanted: NewSchedule, timezone: string): RuleColumns | null {
  const date = wanted.isRecurring ? null : (wanted.date ?? null)
  const oneTimeAt = date === null ? null : oneTimeOccurrence(date, wanted.wakeupTime, timezone)
  if (date !== null && oneTimeAt === null) return null
  return {
    wakeup_time: wanted.wakeupTime,
    timezone,
    is_recurring: wanted.isRecurring,
    weekdays: wanted.isRecurring ? wanted.weekdays.toSorted() : [],
    date,
    one_time_at: oneTimeAt === null ? null : new Date(oneTimeAt),
    call_retry: wanted.callRetry,
    advance_notice: wanted.advanceNotice,
  }
}

function refuse(existing: readonly ScheduleRow[], edited: ScheduleRow | null, rule: RuleColumns, now: Instant) {
  if (rule.one_time_at !== null && rule.one_time_at.getTime() <= now) return 'in-the-past'
  const others = existing.filter((schedule) => schedule !== edited)
  if (edited === null && others.length >= MOST_SCHEDULES) return 'limit-reached'
  return others.some((other) => sameCall(other, rule)) ? 'duplicate' : null
}

/** SCHED-6: same time, zone, and weekday set or date; the switches do not count, paused ones do. */
function sameCall(a: RuleColumns, b: RuleColumns): boolean {
  return (
    a.wakeup_time === b.wakeup_time &&
    a.timezone === b.timezone &&
    a.date === b.date &&
    a.weekdays.toSorted().join() === b.weekdays.toSorted().join()
  )
}
