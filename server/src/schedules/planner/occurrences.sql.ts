import { UNDIALLED } from '@reveille/core/calls/call-lifecycle'
import type { Outcome } from '@reveille/core/calls/next-step'
import type { Occurrence } from '@reveille/core/schedules/schedule'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import { isCallable } from '../../people/callable.sql.ts'
import { CHOICE_COLUMNS, choiceValues, OCCURRENCE, OCCURRENCE_LIST } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/database.ts'
import { runPrepared } from '../../platform/database/prepared-driver.ts'
import { inChunks } from '../../platform/database/transaction.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { dateOrNull, timestamp } from '../../platform/database/value-types.ts'

/** Has an outcome if it ends before it begins: skipped, or the person may not be called. */
export type NewOccurrence = Omit<Occurrence, 'id' | 'stoppedAt'> & {
  /** When to text its owner before it; null for no text. */
  announceAt: Instant | null
}

export type PlannedOccurrence = Pick<Occurrence, 'id' | 'scheduleId' | 'userId' | 'dueAt' | 'outcome' | 'proof'>

/**
 * Writes occurrences, once per schedule and instant. Reopens a canceled or skipped one if it's in the future and none
 * of its calls got near the carrier, so pausing and resuming loses nothing. Leaves one that already has this outcome,
 * so that nobody is notified twice. Returns the written and reopened ones, which need calls.
 */
export function insertOccurrences(tx: Tx, rows: readonly NewOccurrence[], now: Instant): Promise<PlannedOccurrence[]> {
  return inChunks(rows, (chunk) => insertChunk(tx, chunk, now))
}

function insertChunk(tx: Tx, rows: readonly NewOccurrence[], now: Instant): Promise<PlannedOccurrence[]> {
  const at = new Date(now)
  return tx
    .insertInto('occurrences')
    .values(
      rows.map((row) => ({
        schedule_id: row.scheduleId,
        user_id: row.userId,
        is_sample: row.isSample,
        due_at: new Date(row.dueAt),
        timezone: row.timezone,
        ...choiceValues(row),
        announce_at: dateOrNull(row.announceAt),
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
          ...(Object.fromEntries(CHOICE_COLUMNS.map((column) => [column, eb.ref(`excluded.${column}`)])) as object),
          // At most one text per call, however often it was canceled and planned again.
          announce_at: eb
            .case()
            .when('occurrences.announced_at', 'is', null)
            .then(eb.ref('excluded.announce_at'))
            .else(null)
            .end(),
        }))
        .where('occurrences.outcome', 'in', ['cancelled', 'skipped'])
        .where((eb) => eb('occurrences.outcome', 'is distinct from', eb.ref('excluded.outcome')))
        .where('occurrences.due_at', '>', timestamp(now))
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
    .returning(['id', 'schedule_id as scheduleId', 'user_id as userId', 'due_at as dueAt', 'outcome', 'proof'])
    .execute()
}

/** Sets an occurrence's only outcome; keeps an existing one. */
export async function writeOutcome(tx: Tx, id: number, outcome: Outcome, now: Instant): Promise<boolean> {
  const closed = await tx
    .updateTable('occurrences')
    .set({ outcome, outcome_at: new Date(now) })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return closed.numUpdatedRows > 0n
}

/**
 * Records that the person is told of this outcome; false if they already were, since reports on calls may arrive late.
 */
export async function noteTold(tx: Tx, id: number, outcome: Outcome): Promise<boolean> {
  const noted = await tx
    .updateTable('occurrences')
    .set({ told_outcome: outcome })
    .where('id', '=', id)
    .where('told_outcome', 'is distinct from', outcome)
    .executeTakeFirst()
  return noted.numUpdatedRows > 0n
}

/** Nothing follows after this, whatever we learn about its calls later. */
export async function stopOccurrence(tx: Tx, id: number, now: Instant): Promise<void> {
  const stopped = { stopped_at: new Date(now) }
  await tx.updateTable('occurrences').set(stopped).where('id', '=', id).execute()
}

/** A key was pressed in one of its calls, or in another that counts for it. */
export async function writeConfirmed(tx: Tx, id: number, now: Instant): Promise<void> {
  await runPrepared(tx, sql`update occurrences set confirmed_at = ${new Date(now)} where id = ${id}`)
}

/** Throws when there is none. */
export function readOccurrence(tx: Tx, id: number): Promise<Occurrence> {
  return tx.selectFrom('occurrences').select(OCCURRENCE).where('id', '=', id).executeTakeFirstOrThrow()
}

export function openOccurrencesOf(tx: Tx, scheduleId: number): Promise<Occurrence[]> {
  return tx
    .selectFrom('occurrences')
    .select(OCCURRENCE)
    .where('schedule_id', '=', scheduleId)
    .where('outcome', 'is', null)
    .orderBy('id')
    .execute()
}

/** A person's other open occurrences due in the `windowMs` before `now`, without samples. */
export function otherOpenOccurrences(
  tx: Tx,
  { userId, exceptId, now, windowMs }: { userId: number; exceptId: number; now: Instant; windowMs: number },
): Promise<Occurrence[]> {
  const open = sql<Occurrence>`
    select ${OCCURRENCE_LIST} from occurrences
    where user_id = ${userId} and id <> ${exceptId} and not is_sample and outcome is null
      and due_at between ${timestamp(now - windowMs)} and ${timestamp(now)}`
  return runPrepared(tx, open)
}

/** The fields of a call that decide what follows the last one. */
export type CallOfOccurrence = Awaited<ReturnType<typeof readWithCalls>>['calls'][number]

/** With calls in order of attempt; throws when it has none. One statement, because it runs at the end of every call. */
export async function readWithCalls(tx: Tx, occurrenceId: number) {
  const rows = await tx
    .selectFrom('occurrences')
    .innerJoin('calls', 'calls.occurrence_id', 'occurrences.id')
    .select(OCCURRENCE)
    .select(['calls.attempt', 'calls.stage', 'calls.kind', 'calls.status', 'calls.due_at as callDueAt'])
    .select(['calls.ringing_at as ringingAt', 'calls.ended_at as endedAt', 'calls.confirmed_at as confirmedAt'])
    .select(['calls.snoozed', 'calls.failure', 'calls.rang_second as rangSecond', 'calls.tasks', 'calls.standing'])
    .select(['calls.carrier', 'calls.fetched_at as fetchedAt'])
    .where('occurrences.id', '=', occurrenceId)
    .orderBy('calls.attempt')
    .execute()
  const [occurrence] = rows
  if (occurrence === undefined) throw new Error(`occurrence ${occurrenceId} has no call`)
  return { occurrence, calls: rows.map((row) => ({ ...row, dueAt: row.callDueAt })) }
}

/** Whether an open occurrence of this schedule has had a call dialed, or is due and its call waits to be placed. */
export async function isCallUnderWay(tx: Tx, scheduleId: number, now: Instant): Promise<boolean> {
  const row = await tx
    .selectFrom('calls')
    .innerJoin('occurrences', 'occurrences.id', 'calls.occurrence_id')
    .select('calls.id')
    .where('occurrences.schedule_id', '=', scheduleId)
    .where('occurrences.outcome', 'is', null)
    .where((eb) => eb.or([eb('calls.stage', 'not in', UNDIALLED), eb('occurrences.due_at', '<=', timestamp(now))]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const DECIDED_BY_CALLS = ['answered', 'unconfirmed', 'missed', 'failed'] as const
/**
 * Revokes an outcome that was decided on incomplete information. The person's own decisions stay: confirmed by a key,
 * skipped or canceled. A late key revokes a cancellation, too.
 */
export async function reopenOccurrence(tx: Tx, id: number, { isProvenLate } = { isProvenLate: false }): Promise<void> {
  await tx
    .updateTable('occurrences')
    .set({ outcome: null, outcome_at: null })
    .where('id', '=', id)
    .where('outcome', 'in', isProvenLate ? [...DECIDED_BY_CALLS, 'cancelled'] : DECIDED_BY_CALLS)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('confirmed_at', 'is', null),
        // Confirmed in this occurrence itself: deciding again gives 'answered'.
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

/** A one-time schedule leaves the list when its call has its outcome; does nothing to a recurring one. */
export async function endOneTimeSchedule(
  tx: Tx,
  id: number,
  { dueAt, at, isTold }: { dueAt: Instant; at: Instant; isTold: boolean },
): Promise<void> {
  await tx
    .updateTable('schedules')
    .set({ ended_at: new Date(at), next_due_at: null, end_told: isTold })
    .where('id', '=', id)
    // Only for its original call: it may have been moved to another one since.
    .where('one_time_at', '=', timestamp(dueAt))
    .where('ended_at', 'is', null)
    .execute()
}

/** What a notification says about an occurrence: its zone, and whether another one of its schedule follows. */
export async function noticeDetails(tx: Tx, occurrenceId: number) {
  const { timezone, userId, isRecurring, isActive } = await tx
    .selectFrom('occurrences')
    .leftJoin('schedules', 'schedules.id', 'occurrences.schedule_id')
    .select(['occurrences.timezone', 'occurrences.user_id as userId'])
    .select(['schedules.is_recurring as isRecurring', 'schedules.is_active as isActive'])
    .where('occurrences.id', '=', occurrenceId)
    .executeTakeFirstOrThrow()
  const mayBeCalled = await isCallable(tx, userId)
  const isLast = !isRecurring || !isActive || !mayBeCalled
  return { timezone, isLast, isOneTime: isRecurring === false, mayBeCalled }
}

/**
 * Deletes a person's past occurrences without a dialed call beyond the newest `most`, so that constant changes fill no
 * table. What rang stays.
 */
export async function deleteExcessUndialled(
  db: Database,
  { most, before }: { most: number; before: Instant },
): Promise<void> {
  const undialled = sql`outcome is not null and due_at < ${new Date(before)}
    and (select count(*) from calls where calls.occurrence_id = occurrences.id and calls.marked_at is not null) = 0`
  await sql`
    delete from occurrences using (
      select id, row_number() over (partition by user_id order by id desc) as place from occurrences
      where ${undialled}
        and user_id in (select user_id from occurrences where outcome is not null group by user_id having count(*) > ${most})
    ) as kept where occurrences.id = kept.id and kept.place > ${most}
  `.execute(db)
}
