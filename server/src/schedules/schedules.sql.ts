import { type FollowUpKind, UNDIALLED } from '@reveille/core/calls/call-lifecycle'
import type { DateRange } from '@reveille/core/schedules/days-off'
import type { ChosenSchedule, Schedule } from '@reveille/core/schedules/schedule'
import { type Instant, zoneDataVersion } from '@reveille/core/time/time-zone'
import { type ExpressionBuilder, sql } from 'kysely'
import { choiceValues, selectChoices } from '../platform/database/columns.ts'
import type { Database } from '../platform/database/database.ts'
import { dueRows } from '../platform/database/due-rows.sql.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { dateOrNull, raisedVersion, timestamp } from '../platform/database/value-types.ts'

/**
 * Days off of the schedule and of all its owner's schedules. A statement that waits for the row's lock still sees them
 * as of its start, so without the person's lock, lock first and read in a second statement (`lockSchedulesDue`).
 */
const daysOff = sql<DateRange[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('from', days.from_date, 'to', days.to_date) order by days.from_date), '[]')
  from days_off days
  where days.user_id = schedules.user_id and (days.schedule_id is null or days.schedule_id = schedules.id)
)`.as('daysOff')

/** The columns of core's `Schedule`. */
export const SCHEDULE = [
  'schedules.id',
  'schedules.user_id as userId',
  'schedules.name',
  'schedules.wakeup_time as wakeupTime',
  'schedules.weekday_times as times',
  'schedules.timezone',
  'schedules.is_recurring as isRecurring',
  'schedules.weekdays',
  'schedules.cycle',
  'schedules.date',
  'schedules.one_time_at as oneTimeAt',
  ...selectChoices('schedules'),
  'schedules.advance_notice as advanceNotice',
  'schedules.is_active as isActive',
  'schedules.skipped_calls as skippedCalls',
  'schedules.note',
  'schedules.note_at as noteAt',
  'schedules.zone_data as zoneData',
  'schedules.next_due_at as nextDueAt',
  'schedules.ended_at as endedAt',
  'schedules.created_at as createdAt',
  'schedules.updated_at as updatedAt',
  'schedules.version',
  daysOff,
] as const

const columnsOf = (chosen: ChosenSchedule) => ({
  name: chosen.name,
  wakeup_time: chosen.wakeupTime,
  weekday_times: JSON.stringify(chosen.times),
  timezone: chosen.timezone,
  is_recurring: chosen.isRecurring,
  weekdays: chosen.weekdays,
  cycle: chosen.cycle === null ? null : JSON.stringify(chosen.cycle),
  date: chosen.date,
  one_time_at: dateOrNull(chosen.oneTimeAt),
  ...choiceValues(chosen),
  advance_notice: chosen.advanceNotice,
})

export type ListedSchedule = Schedule & {
  /** The earliest first call that hasn't been dialed. */
  plannedAt: Instant | null
  /** An undialed follow-up of one of today's calls, and its kind; both or neither. */
  followUpAt: Instant | null
  followUpKind: FollowUpKind | null
  /** The network failed the call before that follow-up. */
  followUpAfterFault: boolean
  lastCalled: Instant | null
  lastCallSid: string | null
  lastCallStatus: string | null
}

/** A one-time schedule is over once its call has its outcome, or its instant passed during a pause. */
const notOver = (now: Instant) => (eb: ExpressionBuilder<{ schedules: Tables['schedules'] }, 'schedules'>) =>
  eb.and([
    eb('schedules.ended_at', 'is', null),
    eb.or([eb('schedules.one_time_at', 'is', null), eb('schedules.one_time_at', '>', timestamp(now)), oneTimeIsOpen]),
  ])

/**
 * Whether the due call of a one-time schedule has no outcome yet. A pause leaves it open while a snooze or retry is
 * coming. A schedule paused before its instant has no such call, nor does one on a day off, which has no cursor.
 */
const oneTimeIsOpen = sql<boolean>`coalesce((
  select occurrences.outcome is null from occurrences
  where occurrences.schedule_id = schedules.id and occurrences.due_at = schedules.one_time_at
), schedules.is_active and schedules.next_due_at is not null)`

/** In the order of the pages: active first, then by time. */
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
            e.fn.min('c.due_at').filterWhere('c.kind', '=', 'first').as('plannedAt'),
            e.fn.min('c.due_at').filterWhere('c.kind', '<>', 'first').as('followUpAt'),
            sql<FollowUpKind | null>`(array_agg(c.kind order by c.due_at) filter (where c.kind <> 'first'))[1]`.as(
              'followUpKind',
            ),
            sql<boolean>`coalesce((array_agg(exists (
              select 1 from calls before
              where before.occurrence_id = c.occurrence_id and before.attempt = c.attempt - 1 and before.failure in ('carrier-failed', 'broke-off')
            ) order by c.due_at) filter (where c.kind <> 'first'))[1], false)`.as('followUpAfterFault'),
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
          // Marked within the second before it was due, but it left on time.
          .select(sql<Instant>`greatest(c.marked_at, c.due_at)`.as('lastCalled'))
          .select(['c.carrier_call_id as lastCallSid', 'c.status as lastCallStatus'])
          .whereRef('o.schedule_id', '=', 'schedules.id')
          .where('c.marked_at', 'is not', null)
          .orderBy('c.marked_at', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(SCHEDULE)
    .select(['planned.plannedAt', 'planned.followUpAt', 'planned.followUpKind'])
    .select(sql<boolean>`coalesce(planned."followUpAfterFault", false)`.as('followUpAfterFault'))
    .select(['last.lastCalled', 'last.lastCallSid', 'last.lastCallStatus'])
    .where('schedules.user_id', '=', userId)
    .where(notOver(now))
    .orderBy('schedules.is_active', 'desc')
    .orderBy('schedules.wakeup_time')
    .orderBy('schedules.id')
  if (onlyId !== undefined) query = query.where('schedules.id', '=', onlyId)
  return query.execute()
}

/** Throws when it is gone. */
export function readSchedule(tx: Tx, id: number): Promise<Schedule> {
  return tx.selectFrom('schedules').select(SCHEDULE).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Null when it is gone. */
export async function findSchedule(tx: Tx, id: number): Promise<Schedule | null> {
  const row = await tx.selectFrom('schedules').select(SCHEDULE).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Also true for a schedule that is over. */
export async function hasSchedule(tx: Tx, { userId, id }: { userId: number; id: number }): Promise<boolean> {
  const found = tx.selectFrom('schedules').select('id').where('id', '=', id).where('user_id', '=', userId)
  return (await found.executeTakeFirst()) !== undefined
}

/** Locks all of a person's schedules that aren't over. */
export function lockSchedules(tx: Tx, userId: number, now: Instant): Promise<Schedule[]> {
  return tx
    .selectFrom('schedules')
    .select(SCHEDULE)
    .where('user_id', '=', userId)
    .where(notOver(now))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Only writes the row, with the planner's cursor; plans nothing. */
export function insertSchedule(
  tx: Tx,
  userId: number,
  chosen: ChosenSchedule,
  { now, nextDueAt, eveNoticeAt }: { now: Instant; nextDueAt: Instant | null; eveNoticeAt: Instant | null },
): Promise<Schedule> {
  const cursor = { next_due_at: dateOrNull(nextDueAt), clock_notice_at: dateOrNull(eveNoticeAt) }
  const made = { user_id: userId, zone_data: zoneDataVersion, created_at: new Date(now), updated_at: new Date(now) }
  return tx
    .insertInto('schedules')
    .values({ ...columnsOf(chosen), ...cursor, ...made })
    .returning(SCHEDULE)
    .executeTakeFirstOrThrow()
}

/** Writes a locked schedule's choices and cursor, by our zone data; plans and cancels nothing. */
export async function writeSchedule(
  tx: Tx,
  schedule: Schedule,
  { now, eveNoticeAt }: { now: Instant; eveNoticeAt: Instant | null },
): Promise<void> {
  await tx
    .updateTable('schedules')
    .set({
      ...columnsOf(schedule),
      is_active: schedule.isActive,
      skipped_calls: schedule.skippedCalls.map((at) => new Date(at)),
      note: schedule.note,
      note_at: dateOrNull(schedule.noteAt),
      next_due_at: dateOrNull(schedule.nextDueAt),
      clock_notice_at: dateOrNull(eveNoticeAt),
      zone_data: zoneDataVersion,
      version: schedule.version,
      updated_at: new Date(now),
    })
    .where('id', '=', schedule.id)
    .execute()
}

export async function removeSchedule(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('schedules').where('id', '=', id).execute()
}

/** Those that aren't over, all or `only` these. Returns the changed ones. Neither plans nor cancels calls. */
export async function setAllActive(tx: Tx, userId: number, active: boolean, only?: readonly number[]) {
  const set = { is_active: active, version: raisedVersion }
  const theirs = tx.updateTable('schedules').set(set).where('user_id', '=', userId)
  const changing = theirs.where('ended_at', 'is', null).where('is_active', '<>', active)
  const these = only === undefined ? changing : changing.where('id', '=', sql<number>`any(${only})`)
  return (await these.returning('id').execute()).map(({ id }) => id)
}

/** Replaces all previous skips. */
export async function setSkipped(tx: Tx, id: number, skipped: readonly Instant[]): Promise<void> {
  const skips = { skipped_calls: skipped.map((at) => new Date(at)) }
  await tx.updateTable('schedules').set(skips).where('id', '=', id).execute()
}

/** Claims past one-time schedules that are over, by their call's outcome or because they were paused; each once. */
export function takeEndedSchedules(tx: Tx, now: Instant, limit: number): Promise<Schedule[]> {
  return tx
    .updateTable('schedules')
    .set({ end_told: true })
    .where(
      'id',
      'in',
      dueRows('schedules', 'one_time_at', {
        now,
        limit,
        only: sql`not end_told and (ended_at is not null or not ${oneTimeIsOpen})`,
      }),
    )
    .returning(SCHEDULE)
    .execute()
}

/** Deletes the notes of calls due before this instant: their mornings are over. */
export async function forgetNotes(db: Database, before: Instant): Promise<void> {
  const past = db.updateTable('schedules').set({ note: null, note_at: null })
  await past.where('note_at', '<', timestamp(before)).execute()
}
