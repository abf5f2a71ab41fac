import { sql } from 'kysely'
import { expect, test } from 'vitest'
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
  await putCrowd(db)
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

/** Planned calls of as many people, and statistics of before any was leased: such are they when a herd comes. */
async function putCrowd(db: Database): Promise<void> {
  await sql`
    insert into users (email, name, phone, phone_verified, created_at, updated_at)
    select 'sleeper' || i || '@example.com', 'Robin', '+1' || (2000000000 + i), true, now(), now()
    from generate_series(1, ${CROWD}::int) as i
  `.execute(db)
  await sql`
    insert into personalizations (user_id, goals, struggles, voice, created_at, updated_at)
    select id, '{exercise}', '{snooze}', 'liam', now(), now() from users
  `.execute(db)
  await sql`
    insert into schedules (user_id, wakeup_time, timezone, is_recurring, weekdays, call_retry, advance_notice, created_at, updated_at)
    select id, '06:30', 'UTC', true, '{sun,mon,tue,wed,thu,fri,sat}', false, false, now(), now() from users
  `.execute(db)
  const dueAt = sql`${new Date(DUE_AT)}::timestamptz`
  await sql`
    with planned as (
      insert into occurrences (schedule_id, user_id, due_at, timezone, call_retry, created_at)
      select id, user_id, ${dueAt}, 'UTC', false, now() from schedules returning id, user_id
    )
    insert into calls (occurrence_id, user_id, attempt, kind, due_at, dial_at, token, voice, created_at)
    select id, user_id, 1, 'first', ${dueAt}, ${dueAt}, 'token' || id, 'liam', now() from planned
  `.execute(db)
  await sql`analyze`.execute(db)
}

/** Rows that the current transaction has fetched from our tables, by index or in passing. */
async function rowsRead(db: Pick<Database, 'getExecutor'>): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
  `.execute(db)
  return rows[0]!.read
}
