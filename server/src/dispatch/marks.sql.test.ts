import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import type { Database } from '../platform/database/database.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { beat, leaseUpcoming } from './leases.sql.ts'
import { markDialling, renewMarks } from './marks.sql.ts'

const DUE_AT = Date.parse('2027-01-15T05:30Z')
const HERD = 400

test('CALL-1 marking a herd reads each call once, though the statistics know of no leased call', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: HERD, dueAt: DUE_AT })
  const leased = await leaseUpcoming(db, { until: DUE_AT, owner: 'worker', limit: HERD })
  const ids = leased.map(({ id }) => id)

  const { marked, read } = await inTransaction(db, async (tx) => {
    const dialling = await markDialling(tx, {
      owner: 'worker',
      ids,
      now: DUE_AT,
      mostCalls: { hour: 30, day: 80 },
      callerNumbers: ['+12025550100'] as const,
    })
    return { marked: dialling.length, read: await rowsRead(tx) }
  })

  expect(marked).toBe(HERD)
  // Comparing each with each would be 160,000.
  expect(read).toBeLessThan(30 * HERD)
})

test('CALL-3 a mark is renewed as the very mark that it was, and is written anew before it looks lost', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 1, dueAt: DUE_AT })
  await beat(db, { id: 'worker', home: 'home' }, DUE_AT)
  const ids = (await leaseUpcoming(db, { until: DUE_AT, owner: 'worker', limit: 1 })).map(({ id }) => id)
  const mark = {
    owner: 'worker',
    ids,
    now: DUE_AT,
    mostCalls: { hour: 30, day: 80 },
    callerNumbers: ['+12025550100'] as const,
  }
  const [marked] = await markDialling(db, mark)
  const { id, markedAt } = marked!

  const renew = async (of: { id: number; markedAt: number }, now: number) => {
    await beat(db, { id: 'worker', home: 'home' }, now)
    return (await renewMarks(db, 'worker', [of], now)).get(id) ?? null
  }
  expect(await renew({ id, markedAt: markedAt - 1 }, DUE_AT)).toBeNull()
  expect(await renew({ id, markedAt }, DUE_AT + 5_000)).toBe(markedAt)
  expect(await renew({ id, markedAt }, DUE_AT + 11_000)).toBe(DUE_AT + 11_000)
  expect(await renew({ id, markedAt }, DUE_AT + 12_000)).toBeNull()
  // A worker without a heartbeat is dead to the others.
  expect(await renewMarks(db, 'worker', [{ id, markedAt: DUE_AT + 11_000 }], DUE_AT + 30_000)).toEqual(new Map())
})

test('CALL-14 I15 of two calls of a person that are marked at one moment one gets the line, the other is passed over', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 1, dueAt: DUE_AT })
  await sql`
    with second as (
      insert into occurrences (user_id, is_sample, due_at, timezone, call_retry, created_at)
      select user_id, true, due_at, timezone, false, created_at from occurrences returning id
    )
    insert into calls (occurrence_id, user_id, attempt, kind, due_at, dial_at, token, voice, created_at)
    select second.id, user_id, 1, 'sample', due_at, dial_at, 'another token', voice, created_at from calls, second
  `.execute(db)
  const leased = await leaseUpcoming(db, { until: DUE_AT, owner: 'worker', limit: 2 })
  const mark = (id: number) => ({
    owner: 'worker',
    ids: [id],
    now: DUE_AT,
    mostCalls: { hour: 30, day: 80 },
    callerNumbers: ['+12025550100'] as const,
  })

  const { promise: firstMarked, resolve: hasMarked } = Promise.withResolvers<void>()
  const { promise: secondWaits, resolve: commit } = Promise.withResolvers<void>()
  const first = inTransaction(db, async (tx) => {
    const marked = await markDialling(tx, mark(leased[0]!.id))
    hasMarked()
    await secondWaits
    return marked
  })
  await firstMarked
  const second = markDialling(db, mark(leased[1]!.id))
  await expect.poll(() => waitingForLock(db)).toBe(true)
  commit()

  expect(await first).toHaveLength(1)
  expect(await second).toEqual([])
})

async function waitingForLock(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db)
  return rows.length > 0
}

/** Rows of our tables that the current transaction has read, by index or by scan. */
async function rowsRead(db: Pick<Database, 'getExecutor'>): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
  `.execute(db)
  return rows[0]!.read
}
