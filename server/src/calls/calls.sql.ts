import type { Call } from '@reveille/core/calls/call'
import type { Occurrence } from '@reveille/core/schedules/schedule'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import { numberToRing } from '../people/callable.sql.ts'
import { CALL, CALL_LIST, OCCURRENCE_LIST } from '../platform/database/columns.ts'
import type { Database } from '../platform/database/database.ts'
import { runPrepared } from '../platform/database/prepared-driver.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { timestamp } from '../platform/database/value-types.ts'

export async function findCall(db: Database, id: number): Promise<Call | null> {
  return (await db.selectFrom('calls').select(CALL).where('id', '=', id).executeTakeFirst()) ?? null
}

/** Take the person's lock first. */
export async function lockCall(tx: Tx, id: number): Promise<Call | null> {
  const [row] = await runPrepared(tx, sql<Call>`select ${CALL_LIST} from calls where id = ${id} for update`)
  return row ?? null
}

/** In order of attempt. */
export function callsOf(db: Database, occurrenceId: number): Promise<Call[]> {
  return runPrepared(
    db,
    sql<Call>`select ${CALL_LIST} from calls where occurrence_id = ${occurrenceId} order by attempt`,
  )
}

export async function occurrenceOf(tx: Tx, call: Pick<Call, 'occurrenceId'>): Promise<Occurrence> {
  const occurrence = await findOccurrence(tx, call)
  if (occurrence === null) throw new Error(`occurrence ${call.occurrenceId} is gone while its person is locked`)
  return occurrence
}

/** For a call whose person isn't locked: null once the account is deleted. */
export async function findOccurrence(tx: Tx, { occurrenceId }: Pick<Call, 'occurrenceId'>): Promise<Occurrence | null> {
  const found = sql<Occurrence>`select ${OCCURRENCE_LIST} from occurrences where id = ${occurrenceId}`
  const [occurrence] = await runPrepared(tx, found)
  return occurrence ?? null
}

/** The first calls to a number, which say how to stop them. */
const FIRST_CALLS = 3

/** Whether this is among the first real calls to its number; `id` is null before it is planned. */
export async function isAmongFirstCalls(
  tx: Tx,
  { id, userId, isForSecond }: { id: number | null; userId: number; isForSecond: boolean },
): Promise<boolean> {
  const made = await tx
    .selectFrom('calls')
    .innerJoin('users', (join) => join.on(sql<boolean>`calls.phone = ${numberToRing(sql`${isForSecond}::boolean`)}`))
    .select('calls.id')
    .where('users.id', '=', userId)
    .$if(id !== null, (query) => query.where('calls.id', '<>', id))
    .where('calls.kind', '<>', 'sample')
    .where('calls.marked_at', 'is not', null)
    .limit(FIRST_CALLS)
    .execute()
  return made.length < FIRST_CALLS
}

/** A person's sample calls since `since`, oldest first, and whether one is still open. */
export async function samplesSince(
  tx: Tx,
  userId: number,
  since: Instant,
): Promise<{ underWay: boolean; startedAt: Instant[] }> {
  const rows = await tx
    .selectFrom('occurrences')
    .select(['due_at', 'outcome'])
    .where('user_id', '=', userId)
    .where('is_sample', '=', true)
    .where('due_at', '>', timestamp(since))
    .orderBy('due_at')
    .execute()
  return {
    underWay: rows.some(({ outcome }) => outcome === null),
    startedAt: rows.map(({ due_at }) => due_at),
  }
}

/** A call read without a lock, with its row's version, which every change of the row changes. */
export type ReadCall = Call & { version: string }

/** By the secrets in their callback URLs. */
export async function readCalls(db: Database, tokens: readonly string[]): Promise<Map<string, ReadCall>> {
  const read = await runPrepared(
    db,
    sql<ReadCall>`select ${CALL_LIST}, xmin::text as version from calls where token = any(${tokens}::text[])`,
  )
  return new Map(read.map((call) => [call.token, call]))
}
