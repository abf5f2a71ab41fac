import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import type { Database } from '../platform/database/database.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { appendCallEvents } from './timeline.sql.ts'

const AT = Date.parse('2027-01-15T05:30Z')

test('S46 an account deleted at the same moment costs nobody else a timeline entry', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 2, dueAt: AT })
  const [leaving, staying] = await db.selectFrom('calls').select(['id', 'user_id']).orderBy('id').execute()
  let writing: Promise<void> = Promise.resolve()
  await inTransaction(db, async (tx) => {
    await tx.deleteFrom('calls').where('id', '=', leaving!.id).execute()
    writing = appendCallEvents(
      db,
      [leaving!, staying!].map(({ id }) => ({ callId: id, at: AT, kind: 'placed' as const })),
    )
    await expect.poll(() => waitingForLock(db)).toBe(true)
  })
  await writing
  expect(await db.selectFrom('call_events').select('call_id').execute()).toEqual([{ call_id: staying!.id }])
})

async function waitingForLock(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db)
  return rows.length > 0
}
