import { UNDIALLED, type FollowUpKind } from '@reveille/core/calls/call-lifecycle'
import type { Rule } from '@reveille/core/schedules/recurrence'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql, type ExpressionBuilder } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { ScheduleRow, Tables } from '../platform/database/tables.ts'
import type { Tx } from '../platform/database/transaction.ts'

/** A schedule with what is known about its calls. */
export type ListedSchedule = ScheduleRow & {
  /** The earliest first call that has not been dialled yet. */
  planned_at: Date | null
  /** The call that follows one of today's and has not been dialled yet, and its kind; both or none. */
  follow_up_at: Date | null
  follow_up_kind: FollowUpKind | null
  last_called: Date | null
  last_call_sid: string | null
  last_call_status: string | null
}

/**
 * SCHED-10: a one-time schedule is over when its call has its outcome, or when its moment passed while it was paused.
 * It leaves the list and no longer counts.
 */
const notOver = (now: Instant) => (eb: ExpressionBuilder<{ schedules: Tables['schedules'] }, 'schedules'>) =>
  eb.and([
    eb('schedules.ended_at', 'is', null),
    eb.or([eb('schedules.one_time_at', 'is', null), eb('schedules.one_time_at', '>', new Date(now)), oneTimeIsOpen]),
  ])

/**
 * Whether the call of a one-time schedule whose moment has come is still without an outcome. A pause leaves it open, for
 * as long as a snooze or a retry is ahead; one paused before its moment has none.
 */
export const oneTimeIsOpen = sql<boolean>`coalesce((
  select occurrences.outcome is null from occurrences
  where occurrences.schedule_id = schedules.id and occurrences.due_at = schedules.one_time_at
), schedules.is_active)`

/** The schedules of a person that are not over, as the screens list them: active first, then by time. */
export function listSchedules(
  db: Database,
  { userId, now, onlyId }: { userId: number; now: Instant; onlyId?: number | undefined },
): Promise<ListedSchedule[]> {
  let query = db
    .selectFrom('schedules')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('calls as c')
          .innerJoin('occurrences as o', 'o.id', 'c.occurrence_id')
          .select((e) => [
            e.fn.min('c.due_at').filterWhere('c.kind', '=', 'first').as('planned_at'),
            e.fn.min('c.due_at').filterWhere('c.kind', '<>', 'first').as('follow_up_at'),
            sql<FollowUpKind | null>`(array_agg(c.kind order by c.due_at) filter (where c.kind <> 'first'))[1]`.as(
              'follow_up_kind',
            ),
          ])
          .whereRef('o.schedule_id', '=', 'schedules.id')
          .where('c.stage', 'in', UNDIALLED)
          .as('planned'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('calls as c')
          .innerJoin('occurrences as o', 'o.id', 'c.occurrence_id')
          .select(['c.marked_at as last_called', 'c.carrier_call_id as last_call_sid', 'c.status as last_call_status'])
          .whereRef('o.schedule_id', '=', 'schedules.id')
          .where('c.marked_at', 'is not', null)
          .orderBy('c.marked_at', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .selectAll('schedules')
    .select([
      'planned.planned_at',
      'planned.follow_up_at',
      'planned.follow_up_kind',
      'last.last_called',
      'last.last_call_sid',
      'last.last_call_status',
    ])
    .where('schedules.user_id', '=', userId)
    .where(notOver(now))
    .orderBy('schedules.is_active', 'desc')
    .orderBy('schedules.wakeup_time')
    .orderBy('schedules.id')
  if (onlyId !== undefined) query = query.where('schedules.id', '=', onlyId)
  return query.execute()
}

/** A schedule as it is now; throws when it is gone. */
export function readSchedule(tx: Tx, id: number): Promise<ScheduleRow> {
  return tx.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** A schedule of this person that is not over, locked; null when there is none by this id. */
export async function lockSchedule(
  tx: Tx,
  { userId, id, now }: { userId: number; id: number; now: Instant },
): Promise<ScheduleRow | null> {
  const row = await tx
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where(notOver(now))
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Whether this person has a schedule by this id, even if it is over. */
export async function hasSchedule(tx: Tx, { userId, id }: { userId: number; id: number }): Promise<boolean> {
  const found = tx.selectFrom('schedules').select('id').where('id', '=', id).where('user_id', '=', userId)
  return (await found.executeTakeFirst()) !== undefined
}

/** All schedules of a person that are not over, locked. */
export function lockSchedules(tx: Tx, userId: number, now: Instant): Promise<ScheduleRow[]> {
  return tx
    .selectFrom('schedules')
    .selectAll()
    .where('user_id', '=', userId)
    .where(notOver(now))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Takes the schedules whose owners are to be told of a clock change now; each once. */
export async function takeClockNotices(tx: Tx, now: Instant, limit: number): Promise<ScheduleRow[]> {
  return tx
    .updateTable('schedules')
    .set({ clock_notice_at: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('schedules')
        .select('id')
        .where('clock_notice_at', '<=', new Date(now))
        .orderBy('clock_notice_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
}

/** What a person can choose about a schedule. */
export type RuleColumns = Pick<
  ScheduleRow,
  'wakeup_time' | 'timezone' | 'is_recurring' | 'weekdays' | 'date' | 'one_time_at' | 'call_retry' | 'advance_notice'
>

/** As its owner wrote it; nothing is planned for it yet. */
export function insertSchedule(tx: Tx, userId: number, rule: RuleColumns, now: Date): Promise<ScheduleRow> {
  return tx
    .insertInto('schedules')
    .values({ ...rule, user_id: userId, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removeSchedule(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('schedules').where('id', '=', id).execute()
}

/** An edited schedule calls as it is now written, and leaves out what it still has of its skips. */
export function updateScheduleRule(
  tx: Tx,
  id: number,
  rule: RuleColumns,
  { skips, now }: { skips: readonly Instant[]; now: Date },
): Promise<ScheduleRow> {
  return tx
    .updateTable('schedules')
    .set({ ...rule, skipped_calls: skips.map((at) => new Date(at)), updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Pauses or resumes; nothing is planned or taken back by this alone. */
export function setActive(tx: Tx, id: number, active: boolean): Promise<ScheduleRow> {
  return tx
    .updateTable('schedules')
    .set({ is_active: active })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** In place of all that were skipped before. */
export async function setSkipped(tx: Tx, id: number, skipped: readonly Instant[]): Promise<void> {
  await tx
    .updateTable('schedules')
    .set({ skipped_calls: skipped.map((at) => new Date(at)) })
    .where('id', '=', id)
    .execute()
}

/**
 * Takes one-time schedules whose moment has passed and that are over, by their call's outcome or because they were
 * paused (SCHED-10); each once.
 */
export function takeEndedSchedules(tx: Tx, now: Instant, limit: number): Promise<ScheduleRow[]> {
  return tx
    .updateTable('schedules')
    .set({ end_told: true })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('schedules')
        .select('id')
        .where('end_told', '=', false)
        .where('one_time_at', '<=', new Date(now))
        .where((e) => e.or([e('ended_at', 'is not', null), e.not(oneTimeIsOpen)]))
        .orderBy('one_time_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
}

/** A stored schedule as core's rule. The table's checks say that one without weekdays has a date. */
export function ruleOf(row: Pick<ScheduleRow, 'wakeup_time' | 'timezone' | 'weekdays' | 'date'>): Rule {
  const localTime = row.wakeup_time
  const timeZone = row.timezone
  if (row.date !== null) return { kind: 'one-time', date: row.date, localTime, timeZone }
  return { kind: 'recurring', weekdays: new Set(row.weekdays), localTime, timeZone }
}
