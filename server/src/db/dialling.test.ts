import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { putCrowd } from '../testing/put-crowd.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import type { Database } from './database.ts'
import { markDialling } from './dialling.ts'
import { leaseUpcoming } from './leases.ts'
import { inTransaction } from './transaction.ts'

const DUE_AT = Date.parse('2027-01-15T05:30Z')
const CROWD = 400

test('CALL-1 marking a crowd looks each call up once, though the statistics know of no leased call', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putCrowd(db, { count: CROWD, dueAt: DUE_AT })
  const leased = await leaseUpcoming(db, { until: DUE_AT, owner: 'worker', limit: CROWD })
  const ids = leased.map(({ id }) => id)

  const { marked, read } = await inTransaction(db, async (tx) => {
    const dialling = await markDialling(tx, { owner: 'worker', ids, now: DUE_AT, mostCalls: { hour: 30, day: 80 } })
    return { marked: dialling.length, read: await rowsRead(tx) }
  })

  expect(marked).toBe(CROWD)
  // Compared with each other they would be 160,000.
  expect(read).toBeLessThan(30 * CROWD)
})

/** Rows that the current transaction has fetched from our tables, by index or in passing. */
async function rowsRead(db: Pick<Database, 'getExecutor'>): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
  `.execute(db)
  return rows[0]!.read
}
