import type { Call, CarrierId } from '@reveille/core/calls/call'
import { type CallKind, isUndialled, UNDIALLED } from '@reveille/core/calls/call-lifecycle'
import { preparationTime } from '@reveille/core/calls/call-times'
import type { Task } from '@reveille/core/calls/proof'
import { MORNINGS_COUNT_MS, NEWCOMER, type Standing, standingOf } from '@reveille/core/people/callable'
import type { VoiceId } from '@reveille/core/speech/voices'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import { CALL } from '../../platform/database/columns.ts'
import { runPrepared } from '../../platform/database/prepared-driver.ts'
import { inChunks, type Tx } from '../../platform/database/transaction.ts'
import { timestamp } from '../../platform/database/value-types.ts'

export type NewCall = {
  occurrenceId: number
  userId: number
  attempt: number
  kind: CallKind
  /** For its person's second number; default: no. */
  isForSecond?: boolean
  /** By which it leaves if nothing speaks against that one; default: the first. */
  carrier?: CarrierId
  dueAt: Instant
  /** Default: a newcomer's. */
  standing?: Standing | undefined
  token: string
  voice: VoiceId
  tasks: readonly Task[]
}

/** The unique index on (occurrence, attempt) refuses a duplicate attempt. Returns the ids. */
export function insertCalls(tx: Tx, calls: readonly NewCall[], now: Instant): Promise<number[]> {
  return inChunks(calls, (chunk) => insertChunk(tx, chunk, now))
}

async function insertChunk(tx: Tx, calls: readonly NewCall[], now: Instant): Promise<number[]> {
  const insert = tx
    .insertInto('calls')
    .values(
      calls.map((call) => ({
        occurrence_id: call.occurrenceId,
        user_id: call.userId,
        attempt: call.attempt,
        kind: call.kind,
        for_second: call.isForSecond ?? false,
        carrier: call.carrier ?? 1,
        due_at: new Date(call.dueAt),
        dial_at: new Date(call.dueAt),
        standing: call.standing ?? NEWCOMER,
        token: call.token,
        voice: call.voice,
        tasks: JSON.stringify(call.tasks),
        prepare_at: new Date(preparationTime(call.dueAt, now)),
        created_at: new Date(now),
      })),
    )
    .returning('id')
  // Follow-ups are planned one at a time, often many at once, so that statement is prepared.
  const rows = calls.length === 1 ? await runPrepared(tx, insert) : await insert.execute()
  return rows.map(({ id }) => id)
}

/** The standing of each of these people, computed once when calls are planned rather than when many are due. */
export async function standingsOf(tx: Tx, userIds: readonly number[], now: Instant): Promise<Map<number, Standing>> {
  const { rows } = await sql<{ id: number; number_since: Instant | null; answered: number }>`
    select id,
      (select min(given_at) from consents where user_id = person.id and kind = 'calls-and-texts') as number_since,
      (select count(*) from occurrences where user_id = person.id and outcome = 'answered' and not is_sample
        and due_at > ${new Date(now - MORNINGS_COUNT_MS)})::float8 as answered
    from unnest(${userIds}::bigint[]) as person (id)
  `.execute(tx)
  return new Map(
    rows.map(({ id, number_since, answered }) => [id, standingOf({ numberSince: number_since, answered }, now)]),
  )
}

/** The last tasks of each of these people; nothing for a person who never had any. */
export async function lastTasksOf(tx: Tx, userIds: readonly number[]): Promise<Map<number, readonly Task[]>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<{ userId: number; tasks: Task[] }>`
    select asked.id as "userId", last.tasks
    from unnest(${[...new Set(userIds)]}::bigint[]) as asked (id), lateral (
      select tasks from calls where user_id = asked.id and tasks <> '[]' order by id desc limit 1
    ) as last
  `.execute(tx)
  return new Map(rows.map(({ userId, tasks }) => [userId, tasks]))
}

/** Ends calls that will never be dialed, with the reason, also in their timelines. */
export async function failUndialled(tx: Tx, ids: readonly number[], failure: string, now: Instant): Promise<void> {
  if (ids.length === 0) return
  const at = new Date(now)
  await tx
    .updateTable('calls')
    .set({ stage: 'ended', status: 'failed', failure, ended_at: at, lease_owner: null })
    .where('id', 'in', ids)
    .execute()
  await sql`
    insert into call_events (call_id, at, kind, detail)
    select id, ${at}, 'failed', ${failure} from unnest(${ids}::bigint[]) as failed (id)
  `.execute(tx)
}

/** In order of attempt, locked, so that no worker marks one as dialing during the decision. */
export function lockCallsOf(tx: Tx, occurrenceId: number): Promise<Call[]> {
  return tx
    .selectFrom('calls')
    .select(CALL)
    .where('occurrence_id', '=', occurrenceId)
    .orderBy('attempt')
    .forUpdate()
    .execute()
}

/** A call of an open occurrence that hasn't ended. */
export type OpenCall = Pick<Call, 'id' | 'stage' | 'dueAt'>

/** A schedule's open calls, locked, so that no worker marks one as dialing during the decision. */
export function lockOpenCallsOf(tx: Tx, scheduleId: number): Promise<OpenCall[]> {
  return tx
    .selectFrom('calls')
    .innerJoin('occurrences', 'occurrences.id', 'calls.occurrence_id')
    .select(['calls.id', 'calls.stage', 'calls.due_at as dueAt'])
    .where('occurrences.schedule_id', '=', scheduleId)
    .where('occurrences.outcome', 'is', null)
    .where('calls.stage', '<>', 'ended')
    .orderBy('calls.id')
    .forUpdate('calls')
    .execute()
}

/**
 * Takes leased calls from their workers; they are leased again. A worker that is marking them right now waits for
 * us and must then see the change, because it decided by the old schedule.
 */
export async function endLeases(tx: Tx, calls: readonly OpenCall[]): Promise<void> {
  const leased = calls.filter(({ stage }) => stage === 'leased').map(({ id }) => id)
  if (leased.length === 0) return
  const planned = { stage: 'planned', lease_owner: null, slot_at: null } as const
  await tx.updateTable('calls').set(planned).where('id', 'in', leased).execute()
}

/** Deletes calls that never reached the carrier. */
export async function deleteUndialled(tx: Tx, occurrenceIds: readonly number[]): Promise<void> {
  if (occurrenceIds.length === 0) return
  await tx.deleteFrom('calls').where('occurrence_id', 'in', occurrenceIds).where('stage', 'in', UNDIALLED).execute()
}

/** A changed voice applies from the next call on. */
export async function setVoiceOfPlannedCalls(tx: Tx, userId: number, voice: VoiceId): Promise<void> {
  await tx.updateTable('calls').set({ voice }).where('user_id', '=', userId).where('stage', 'in', UNDIALLED).execute()
}

/**
 * A schedule's earliest first call that hasn't been dialed, locked, so that no worker marks it as dialing during the
 * decision. With `after`, only calls due later.
 */
export async function findPlannedFirst(tx: Tx, scheduleId: number, after: Instant = 0) {
  const row = await tx
    .selectFrom('calls')
    .innerJoin('occurrences', 'occurrences.id', 'calls.occurrence_id')
    .select(['occurrences.id as occurrenceId', 'occurrences.due_at as dueAt'])
    .where('occurrences.schedule_id', '=', scheduleId)
    .where('calls.kind', '=', 'first')
    .where('calls.stage', 'in', UNDIALLED)
    .where('occurrences.due_at', '>', timestamp(after))
    .orderBy('occurrences.due_at')
    .limit(1)
    .forUpdate('calls')
    .executeTakeFirst()
  return row ?? null
}

/** A person's planned calls have new content, so their speech is prepared again. */
export async function prepareAnew(tx: Tx, userId: number, now: Instant): Promise<void> {
  const planned = await tx
    .selectFrom('calls')
    .select(['id', 'due_at as dueAt'])
    .where('user_id', '=', userId)
    .where('stage', 'in', UNDIALLED)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, dueAt } of planned) {
    const prepare_at = new Date(preparationTime(dueAt, now))
    await tx.updateTable('calls').set({ prepare_at }).where('id', '=', id).execute()
  }
}

/** Whether a call's request is about to leave: marked within its last second. It can no longer be stopped. */
export const isBeingPlaced = ({ stage }: OpenCall): boolean => stage === 'dialling'

/** Whether the carrier has, or may have, an open call, which continues whatever happens to its schedule. */
export const isUnderWay = ({ stage }: OpenCall): boolean => !isUndialled(stage)
