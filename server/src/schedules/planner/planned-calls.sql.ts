import { UNDIALLED, type CallKind } from '@reveille/core/calls/call-lifecycle'
import { preparationTime } from '@reveille/core/calls/preparation-time'
import type { VoiceId } from '@reveille/core/speech/voices'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import { inParts } from '../../platform/database/in-chunks.ts'
import { PREPARED } from '../../platform/database/prepared-driver.ts'
import type { CallRow } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/transaction.ts'

export type NewCall = {
  occurrenceId: number
  userId: number
  attempt: number
  kind: CallKind
  dueAt: Instant
  token: string
  voice: VoiceId
}

/** Plans calls; the unique (occurrence, attempt) refuses a second one for the same try (I2). Returns their ids. */
export function insertCalls(tx: Tx, calls: readonly NewCall[], now: Instant): Promise<number[]> {
  return inParts(calls, (part) => insertPart(tx, part, now))
}

async function insertPart(tx: Tx, calls: readonly NewCall[], now: Instant): Promise<number[]> {
  const insert = tx
    .insertInto('calls')
    .values(
      calls.map((call) => ({
        occurrence_id: call.occurrenceId,
        user_id: call.userId,
        attempt: call.attempt,
        kind: call.kind,
        due_at: new Date(call.dueAt),
        dial_at: new Date(call.dueAt),
        token: call.token,
        voice: call.voice,
        prepare_at: new Date(preparationTime(call.dueAt, now)),
        created_at: new Date(now),
      })),
    )
    .returning('id')
  // A call that follows another is planned alone, in a herd again and again.
  const alone = sql<{ id: number }>`with ${PREPARED} planned as (${insert}) select id from planned`
  const rows = calls.length === 1 ? (await alone.execute(tx)).rows : await insert.execute()
  return rows.map(({ id }) => id)
}

/** Writes calls that were never placed and never will be, with the reason, in their timelines too. */
export async function insertFailedCalls(
  tx: Tx,
  calls: readonly NewCall[],
  failure: string,
  now: Instant,
): Promise<void> {
  const ids = await insertCalls(tx, calls, now)
  if (ids.length === 0) return
  const at = new Date(now)
  await tx
    .updateTable('calls')
    .set({ stage: 'ended', status: 'failed', failure, ended_at: at })
    .where('id', 'in', ids)
    .execute()
  await sql`
    insert into call_events (call_id, at, kind, detail)
    select id, ${at}, 'failed', ${failure} from unnest(${ids}::bigint[]) as failed (id)
  `.execute(tx)
}

/** The calls of an occurrence in the order of their attempts, locked: nobody marks one as dialling while we decide about it. */
export function lockCallsOf(tx: Tx, occurrenceId: number): Promise<CallRow[]> {
  return tx
    .selectFrom('calls')
    .selectAll()
    .where('occurrence_id', '=', occurrenceId)
    .orderBy('attempt')
    .forUpdate()
    .execute()
}

/** A call of an open occurrence that has not ended. */
export type OpenCall = Pick<CallRow, 'id' | 'stage' | 'due_at'>

/** Those of a schedule, locked: nobody marks one as dialling while we decide about it. */
export function lockOpenCallsOf(tx: Tx, scheduleId: number): Promise<OpenCall[]> {
  return tx
    .selectFrom('calls')
    .innerJoin('occurrences', 'occurrences.id', 'calls.occurrence_id')
    .select(['calls.id', 'calls.stage', 'calls.due_at'])
    .where('occurrences.schedule_id', '=', scheduleId)
    .where('occurrences.outcome', 'is', null)
    .where('calls.stage', '<>', 'ended')
    .orderBy('calls.id')
    .forUpdate('calls')
    .execute()
}

/**
 * Takes leased calls from their workers; they will be leased again. A worker that is marking them at this very moment
 * waits for us, and then must find them changed: it decides by what it read of their schedule before.
 */
export async function endLeases(tx: Tx, calls: readonly OpenCall[]): Promise<void> {
  const leased = calls.filter(({ stage }) => stage === 'leased').map(({ id }) => id)
  if (leased.length === 0) return
  await tx
    .updateTable('calls')
    .set({ stage: 'planned', lease_owner: null, slot_at: null })
    .where('id', 'in', leased)
    .execute()
}

/** Removes what never reached the carrier. */
export async function deleteUndialled(tx: Tx, occurrenceIds: readonly number[]): Promise<void> {
  if (occurrenceIds.length === 0) return
  await tx.deleteFrom('calls').where('occurrence_id', 'in', occurrenceIds).where('stage', 'in', UNDIALLED).execute()
}

/** A changed voice is heard from the next call on. */
export async function setVoiceOfPlannedCalls(tx: Tx, userId: number, voice: VoiceId): Promise<void> {
  await tx.updateTable('calls').set({ voice }).where('user_id', '=', userId).where('stage', 'in', UNDIALLED).execute()
}

/**
 * The earliest first call of a schedule that has not been dialled, locked: nobody marks it as dialling while we decide
 * about it. With `after`, of those due later than it.
 */
export async function findPlannedFirst(
  tx: Tx,
  scheduleId: number,
  after: Instant = 0,
): Promise<{ occurrenceId: number; dueAt: Instant } | null> {
  const row = await tx
    .selectFrom('calls')
    .innerJoin('occurrences', 'occurrences.id', 'calls.occurrence_id')
    .select(['occurrences.id', 'occurrences.due_at'])
    .where('occurrences.schedule_id', '=', scheduleId)
    .where('calls.kind', '=', 'first')
    .where('calls.stage', 'in', UNDIALLED)
    .where('occurrences.due_at', '>', new Date(after))
    .orderBy('occurrences.due_at')
    .limit(1)
    .forUpdate('calls')
    .executeTakeFirst()
  return row ? { occurrenceId: row.id, dueAt: row.due_at.getTime() } : null
}

/** What a person's planned calls say has changed: it is spoken anew. */
export async function prepareAnew(tx: Tx, userId: number, now: Instant): Promise<void> {
  const planned = await tx
    .selectFrom('calls')
    .select(['id', 'due_at'])
    .where('user_id', '=', userId)
    .where('stage', 'in', UNDIALLED)
    .execute()
  for (const { id, due_at } of planned) {
    const prepare_at = new Date(preparationTime(due_at.getTime(), now))
    await tx.updateTable('calls').set({ prepare_at }).where('id', '=', id).execute()
  }
}
