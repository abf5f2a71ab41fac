import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { putCrowd } from '../../test/harness/database/put-crowd.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { saveEndedCall } from './call-life.sql.ts'
import { toLiveCall } from './calls.sql.ts'

const DUE_AT = Date.parse('2027-01-15T05:30Z')
const PASSED_OVER_MS = 14_600

test.each([
  ['when that line is free', 3_000, 3_000],
  ['and never before its own time, however old the news of the end', -500, 0],
])('CALL-14 CALL-1 a call that waited for the line of its person is due %s', async (_when, lineFreeMs, expectedMs) => {
  await using database = await createTestDatabase()
  const { db } = database
  await putCrowd(db, { count: 2, dueAt: DUE_AT })
  const [first, second] = await db.selectFrom('calls').selectAll().orderBy('id').execute()
  await db
    .updateTable('calls')
    .set({ user_id: first!.user_id, dial_at: new Date(DUE_AT + PASSED_OVER_MS) })
    .where('id', '=', second!.id)
    .execute()
  await inTransaction(db, (tx) =>
    saveEndedCall(tx, first!, {
      call: { ...toLiveCall(first!), stage: 'ended', status: 'completed', endedAt: DUE_AT },
      carrierCallId: null,
      failure: null,
      line: { at: DUE_AT, kind: 'ended', detail: null },
      lineFreeAt: DUE_AT + lineFreeMs,
    }),
  )
  const waiting = await db
    .selectFrom('calls')
    .select(sql<number>`extract(epoch from dial_at - due_at)::float8 * 1000`.as('ms'))
    .where('id', '=', second!.id)
    .executeTakeFirstOrThrow()
  expect(waiting.ms).toBe(expectedMs)
})
