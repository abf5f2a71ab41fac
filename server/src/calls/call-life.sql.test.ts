import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { CALL } from '../platform/database/columns.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { saveLocked } from './call-life.sql.ts'

const DUE_AT = Date.parse('2027-01-15T05:30Z')
const PASSED_OVER_MS = 14_600

test.each([
  ['when that line is free', 3_000, 3_000],
  ['and never before its own time, however old the news of the end', -500, 0],
])('CALL-14 CALL-1 a call that waited for the line of its person is due %s', async (_when, lineFreeMs, expectedMs) => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 2, dueAt: DUE_AT })
  const [first, second] = await db.selectFrom('calls').select(CALL).orderBy('id').execute()
  await db
    .updateTable('calls')
    .set({ user_id: first!.userId, dial_at: new Date(DUE_AT + PASSED_OVER_MS) })
    .where('id', '=', second!.id)
    .execute()
  await inTransaction(db, (tx) =>
    saveLocked(tx, {
      callId: first!.id,
      life: { ...first!, stage: 'ended', status: 'completed', endedAt: DUE_AT },
      carrierCallId: null,
      askAt: null,
      failure: null,
      entry: { at: DUE_AT, kind: 'ended', detail: null },
      lineFree: { userId: first!.userId, at: DUE_AT + lineFreeMs },
    }),
  )
  const waiting = await db
    .selectFrom('calls')
    .select(sql<number>`extract(epoch from dial_at - due_at)::float8 * 1000`.as('ms'))
    .where('id', '=', second!.id)
    .executeTakeFirstOrThrow()
  expect(waiting.ms).toBe(expectedMs)
})
