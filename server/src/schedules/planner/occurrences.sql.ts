import { UNDIALLED } from '@reveille/core/calls/call-lifecycle'
import type { Outcome } from '@reveille/core/calls/next-step'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import { isCallable } from '../../people/callable.sql.ts'
import { inParts } from '../../platform/database/in-chunks.ts'
import type { OccurrenceRow } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/transaction.ts'

export type NewOccurrence = {
  scheduleId: number | null
  userId: number
  dueAt: Instant
  timezone: string
  callRetry: boolean
  isSample: boolean
  /** When its owner is to be texted before it; null for no text. */
  announceAt: Instant | null
  /** Given when it is over before it began: skipped, or not to be called. */
  outcome: Outcome | null
}

export type PlannedOccurrence = { id: number; scheduleId: number | null; dueAt: Instant; outcome: Outcome | null }

/**
 * Writes occurrences, each at most once for its schedule and instant. One that was cancelled or skipped is opened again
 * when its instant is ahead and none of its calls ever got near the carrier: pausing and resuming loses nothing. One that
 * has the outcome already stays as it is: nobody is told of a skip twice.
 * Returns those that were written or opened; a call is planned for these and no others.
 */
export function insertOccurrences(tx: Tx, rows: readonly NewOccurrence[], now: Instant): Promise<PlannedOccurrence[]> {
  return inParts(rows, (part) => insertPart(tx, part, now))
}

async function insertPart(tx: Tx, rows: readonly NewOccurrence[], now: Instant): Promise<PlannedOccurrence[]> {
  const at = new Date(now)
  const written = await tx
    .insertInto('occurrences')
    .values(
      rows.map((row) => ({
        schedule_id: row.scheduleId,
        user_id: row.userId,
        is_sample: row.isSample,
        due_at: new Date(row.dueAt),
        timezone: row.timezone,
        call_retry: row.callRetry,
        announce_at: row.announceAt === null ? null : new Date(row.announceAt),
        outcome: row.outcome,
        outcome_at: row.outcome === null ? null : at,
        created_at: at,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['schedule_id', 'due_at'])
        .doUpdateSet((eb) => ({
          outcome: eb.ref('excluded.outcome'),
          outcome_at: eb.ref('excluded.outcome_at'),
          call_retry: eb.ref('excluded.call_retry'),
          // At most one text a call, however often it was taken back and planned again.
          announce_at: eb
            .case()
            .when('occurrences.announced_at', 'is', null)
            .then(eb.ref('excluded.announce_at'))
            .else(null)
            .end(),
        }))
        .where('occurrences.outcome', 'in', ['cancelled', 'skipped'])
        .where((eb) => eb('occurrences.outcome', 'is distinct from', eb.ref('excluded.outcome')))
        .where('occurrences.due_at', '>', at)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('calls')
                .select(sql`1`.as('one'))
                .whereRef('calls.occurrence_id', '=', 'occurrences.id'),
            ),
          ),
        ),
    )
    .returning(['id', 'schedule_id', 'due_at', 'outcome'])
    .execute()
  return written.map((row) => ({
    id: row.id,
    scheduleId: row.schedule_id,
    dueAt: row.due_at.getTime(),
    outcome: row.outcome,
  }))
}

/** Gives an occurrence its one outcome (CALL-2); one that has an outcome keeps it. */
export async function closeOccurrence(tx: Tx, id: number, outcome: Outcome, now: Instant): Promise<boolean> {
  const closed = await tx
    .updateTable('occurrences')
    .set({ outcome, outcome_at: new Date(now) })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return closed.numUpdatedRows > 0n
}

/** From now on nothing follows in it, whatever is learnt of its calls later. */
export async function stopOccurrence(tx: Tx, id: number, now: Instant): Promise<void> {
  await tx
    .updateTable('occurrences')
    .set({ stopped_at: new Date(now) })
    .where('id', '=', id)
    .execute()
}

/** A key was pressed in one of its calls, or in another that counts for it. */
export async function confirmOccurrence(tx: Tx, id: number, now: Instant): Promise<void> {
  await tx
    .updateTable('occurrences')
    .set({ confirmed_at: new Date(now) })
    .where('id', '=', id)
    .execute()
}

/** Throws when there is none. */
export function findOccurrence(tx: Tx, id: number): Promise<OccurrenceRow> {
  return tx.selectFrom('occurrences').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Occurrences of these schedules that have no outcome yet. */
export function openOccurrencesOf(tx: Tx, scheduleIds: readonly number[]): Promise<OccurrenceRow[]> {
  return tx
    .selectFrom('occurrences')
    .selectAll()
    .where('schedule_id', 'in', scheduleIds)
    .where('outcome', 'is', null)
    .orderBy('id')
    .execute()
}

/** Other open occurrences of a person that were due in the `windowMs` before `now` (CALL-14). */
export function otherOpenOccurrences(
  tx: Tx,
  { userId, exceptId, now, windowMs }: { userId: number; exceptId: number; now: Instant; windowMs: number },
): Promise<OccurrenceRow[]> {
  return tx
    .selectFrom('occurrences')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '<>', exceptId)
    .where('outcome', 'is', null)
    .where('due_at', '>=', new Date(now - windowMs))
    .where('due_at', '<=', new Date(now))
    .execute()
}

/** Whether a call of this schedule has been dialled and its occurrence is not over yet. */
export async function isCallUnderWay(tx: Tx, scheduleId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('calls')
    .innerJoin('occurrences', 'occurrences.id', 'calls.occurrence_id')
    .select('calls.id')
    .where('occurrences.schedule_id', '=', scheduleId)
    .where('occurrences.outcome', 'is', null)
    .where('calls.stage', 'not in', UNDIALLED)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Takes an outcome back that was decided without knowing all; not one that the person decided: confirmed by a key,
 * skipped or cancelled.
 */
export async function reopenOccurrence(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('occurrences')
    .set({ outcome: null, outcome_at: null })
    .where('id', '=', id)
    .where('outcome', 'in', ['answered', 'missed', 'failed'])
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('confirmed_at', 'is', null),
        // Confirmed in this very occurrence: deciding again comes to 'answered'.
        exists(
          selectFrom('calls')
            .select(sql`1`.as('one'))
            .whereRef('calls.occurrence_id', '=', 'occurrences.id')
            .where('calls.confirmed_at', 'is not', null),
        ),
      ]),
    )
    .execute()
}

/** A one-time schedule whose call has its outcome leaves the list (SCHED-10); a recurring one is not touched. */
export async function endOneTimeSchedule(
  tx: Tx,
  id: number,
  { dueAt, at }: { dueAt: Instant; at: Instant },
): Promise<void> {
  await tx
    .updateTable('schedules')
    .set({ ended_at: new Date(at), next_due_at: null })
    .where('id', '=', id)
    // The very call that it was made for: it may have been edited to another one since.
    .where('one_time_at', '=', new Date(dueAt))
    .where('ended_at', 'is', null)
    .execute()
}

/** What is told of an occurrence beside its instant: the zone, and whether no other follows as things stand. */
export async function toldOf(tx: Tx, occurrenceId: number): Promise<{ timezone: string; isLast: boolean }> {
  const { timezone, user_id, is_recurring, is_active } = await tx
    .selectFrom('occurrences')
    .leftJoin('schedules', 'schedules.id', 'occurrences.schedule_id')
    .select(['occurrences.timezone', 'occurrences.user_id', 'schedules.is_recurring', 'schedules.is_active'])
    .where('occurrences.id', '=', occurrenceId)
    .executeTakeFirstOrThrow()
  return { timezone, isLast: !is_recurring || !is_active || !(await isCallable(tx, user_id)) }
}
