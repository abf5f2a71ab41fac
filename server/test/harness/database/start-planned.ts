import type { Instant } from '@reveille/core/time/time-zone'
import { sql, type Updateable } from 'kysely'
import type { Tables } from '../../../src/platform/database/tables.ts'
import { inTransaction, type Tx } from '../../../src/platform/database/transaction.ts'
import { changedRows } from './changed-rows.ts'
import { putPlannedCalls } from './put-planned-calls.ts'
import { createTestDatabase } from './test-database.ts'

/** A database with three people, each with a schedule, an occurrence and a planned call, all with equal ids 1 to 3. */
export async function startPlanned(dueAt: Instant) {
  const database = await createTestDatabase()
  const { db, connection } = database
  await putPlannedCalls(db, { count: 3, dueAt })
  const call = (id: number, values: Updateable<Tables['calls']>) =>
    db.updateTable('calls').set(values).where('id', '=', id).execute()
  return {
    db,
    connection,
    /** The rows that this changes. */
    changed: (work: (tx: Tx) => Promise<unknown>) => changedRows(db, work),
    inOne: <T>(work: (tx: Tx) => Promise<T>) => inTransaction(db, work),
    call,
    occurrence: (id: number, values: Updateable<Tables['occurrences']>) =>
      db.updateTable('occurrences').set(values).where('id', '=', id).execute(),
    schedule: (id: number, values: Updateable<Tables['schedules']>) =>
      db.updateTable('schedules').set(values).where('id', '=', id).execute(),
    /** Adds a call to this one's occurrence. */
    async addCall(of: number, attempt: number, values: Updateable<Tables['calls']> = {}) {
      const { rows } = await sql<{ id: number }>`
        insert into calls (occurrence_id, user_id, attempt, kind, due_at, dial_at, token, voice, created_at)
        select occurrence_id, user_id, ${sql.lit(attempt)}, 'retry', due_at, dial_at, token || '/' || ${sql.lit(attempt)}, voice, created_at
        from calls where id = ${of} returning id
      `.execute(db)
      await call(rows[0]!.id, { attempt, ...values })
    },
    [Symbol.asyncDispose]: () => database.drop(),
  }
}
