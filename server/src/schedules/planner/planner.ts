import { cutOff } from '@reveille/core/calls/misfire-policy'
import { clockNoticeAt } from '@reveille/core/schedules/clock-change'
import { datesLeftOut, nextDue } from '@reveille/core/schedules/recurrence'
import type { LocalDate } from '@reveille/core/time/calendar'
import type { Instant } from '@reveille/core/time/time-zone'
import { giveNotice } from '../../notices/give-notice.ts'
import { callableVoices } from '../../people/callable.sql.ts'
import type { ScheduleRow } from '../../platform/database/tables.ts'
import { inTransaction, type Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { ruleOf } from '../schedules.sql.ts'
import { isSkipped } from '../skipped-calls.ts'
import { lockSchedulesDue, moveCursors } from './cursors.sql.ts'
import { firstCalls, type Planning } from './first-calls.ts'
import {
  insertOccurrences,
  type NewOccurrence,
  closeOccurrence,
  type PlannedOccurrence,
  endOneTimeSchedule,
  toldOf,
} from './occurrences.sql.ts'
import { insertCalls, insertFailedCalls } from './planned-calls.sql.ts'

/** How far ahead occurrences are planned: long enough to prepare speech and to announce a call by text. */
export const HORIZON_MS = 20 * 60_000

/** The text before a call (CALL-9); a call that is planned later than that is not announced. */
const ANNOUNCE_BEFORE_MS = 15 * 60_000

const BATCH = 500

/** Plans every schedule whose next instant is within the horizon; any number of workers may do so at once. */
export async function planOccurrences(services: Services): Promise<void> {
  for (;;) {
    const planned = await inTransaction(services.db, async (tx) => {
      const now = services.clock.now()
      const schedules = await lockSchedulesDue(tx, now + HORIZON_MS, BATCH)
      await planSchedules(services, tx, schedules, now)
      return schedules.length
    })
    if (planned < BATCH) return
  }
}

/**
 * Turns the instants of these locked schedules that lie within the horizon into occurrences with a first call each,
 * and moves the cursors on. Doing it again changes nothing.
 */
export async function planSchedules(
  services: Services,
  tx: Tx,
  schedules: readonly ScheduleRow[],
  now: Instant,
): Promise<void> {
  if (schedules.length === 0) return
  const voices = await callableVoices(tx, [...new Set(schedules.map((schedule) => schedule.user_id))])
  const ahead: NewOccurrence[] = []
  const late: NewOccurrence[] = []
  const leftOut: { schedule: ScheduleRow; date: LocalDate }[] = []
  const cursors = schedules.map((schedule) => {
    let dueAt = schedule.next_due_at?.getTime() ?? null
    while (dueAt !== null && dueAt < now + HORIZON_MS) {
      const occurrence = occurrenceOf(schedule, { dueAt, callable: voices.has(schedule.user_id), now })
      if (occurrence.outcome === null && cutOff(dueAt) < now) late.push(occurrence)
      else ahead.push(occurrence)
      const from = dueAt
      dueAt = nextDue(ruleOf(schedule), from)
      if (dueAt !== null)
        leftOut.push(...datesLeftOut(ruleOf(schedule), from, dueAt).map((date) => ({ schedule, date })))
    }
    return { id: schedule.id, nextDueAt: dueAt, clockNoticeAt: dueAt && clockNoticeAt(dueAt, schedule.timezone, now) }
  })
  const userOf = new Map(schedules.map((schedule) => [schedule.id, schedule.user_id]))
  const planned = await insertOccurrences(tx, ahead, now)
  const open = planned.filter(({ outcome }) => outcome === null)
  await insertCalls(tx, firstCalls(open, { userOf, voices, now }), now)
  for (const { scheduleId, dueAt } of planned.filter(({ outcome }) => outcome === 'skipped')) {
    const { user_id, timezone, is_recurring } = schedules.find(({ id }) => id === scheduleId)!
    await giveNotice(services, tx, user_id, { kind: 'call-skipped', dueAt, timezone, isLast: !is_recurring })
  }
  await failLateOccurrences(services, tx, await insertOccurrences(tx, late, now), { userOf, voices, now })
  for (const { schedule, date } of leftOut)
    await giveNotice(services, tx, schedule.user_id, { kind: 'date-left-out', date })
  await moveCursors(tx, cursors)
}

function occurrenceOf(
  schedule: ScheduleRow,
  { dueAt, callable, now }: { dueAt: Instant; callable: boolean; now: Instant },
): NewOccurrence {
  const skipped = isSkipped(schedule, dueAt)
  const announceAt = dueAt - ANNOUNCE_BEFORE_MS
  return {
    scheduleId: schedule.id,
    userId: schedule.user_id,
    dueAt,
    timezone: schedule.timezone,
    callRetry: schedule.call_retry,
    isSample: false,
    announceAt: schedule.advance_notice && announceAt >= now ? announceAt : null,
    outcome: skipped ? 'skipped' : callable ? null : 'cancelled',
  }
}

/**
 * Occurrences whose time passed by more than the cut-off before anybody planned them (we were down): never placed
 * late, but each stands in the history with its reason, and its owner is told (CALL-5).
 */
export async function failLateOccurrences(
  services: Services,
  tx: Tx,
  occurrences: readonly PlannedOccurrence[],
  planning: Planning,
): Promise<void> {
  const { now } = planning
  const calls = firstCalls(occurrences, planning)
  await insertFailedCalls(tx, calls, 'too-late', now)
  for (const { id, scheduleId, dueAt } of occurrences) {
    await closeOccurrence(tx, id, 'failed', now)
    if (scheduleId !== null) await endOneTimeSchedule(tx, scheduleId, { dueAt, at: now })
  }
  for (const { occurrenceId, userId, dueAt } of calls) {
    const about = await toldOf(tx, occurrenceId)
    await giveNotice(services, tx, userId, { kind: 'call-failed', dueAt, reason: 'too-late', ...about })
  }
}
