import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../platform/database/database.ts'
import type { CallRow } from '../platform/database/tables.ts'
import type { Tx } from '../platform/database/transaction.ts'

/** Takes calls of a stage about which the carrier should be asked now; others ask about them only after `againAfterMs`. */
export function takeQuestions(
  db: Database,
  now: Instant,
  { stage, limit, againAfterMs }: { stage: 'in_doubt' | 'placed'; limit: number; againAfterMs: number },
): Promise<CallRow[]> {
  return db
    .updateTable('calls')
    .set((eb) => ({ ask_at: new Date(now + againAfterMs), asks: eb('asks', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('calls')
        .select('id')
        .where('ask_at', '<=', new Date(now))
        .where('stage', '=', stage)
        .orderBy('ask_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .where('stage', '=', stage)
    .returningAll()
    .execute()
}

/** When to ask next about a call; one that is over, or was never handed over, is not asked about. */
export async function setQuestion(db: Database, callId: number, at: Instant): Promise<void> {
  await db
    .updateTable('calls')
    .set({ ask_at: new Date(at) })
    .where('id', '=', callId)
    .where('stage', 'in', ['in_doubt', 'placed'])
    .execute()
}

/** Which of these ids belong to calls that we know already. */
export async function boundCarrierIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('calls').select('carrier_call_id').where('carrier_call_id', 'in', ids).execute()
  return new Set(rows.flatMap(({ carrier_call_id }) => carrier_call_id ?? []))
}

/** True for the first who writes that nobody knows whether the phone rang. */
export async function recordNotLearnt(tx: Tx, callId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('calls')
    .set({ failure: 'not-learnt' })
    .where('id', '=', callId)
    .where('failure', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A call whose end is not told, long after it must have been over, no longer keeps others from its person (CALL-14). */
export async function releaseLine(db: Database, callId: number): Promise<void> {
  await db
    .updateTable('calls')
    .set({ holds_line: false })
    .where('id', '=', callId)
    .where('stage', 'in', ['in_doubt', 'placed'])
    .execute()
}
