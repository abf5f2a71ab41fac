import { CUT_OFF_MS } from '@reveille/core/calls/misfire-policy'
import pino from 'pino'
import { expect, test } from 'vitest'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { pgBossJobs } from '../platform/jobs/pg-boss.adapter.ts'
import { readGauges } from './gauges.sql.ts'

const DUE_AT = Date.parse('2027-01-15T05:30Z')
const MINUTE_MS = 60_000

/** With the queue's table, as after a start. */
async function startedDatabase() {
  const database = await createTestDatabase()
  const jobs = pgBossJobs(database.connection, pino({ level: 'silent' }))
  await jobs.start()
  await jobs.stop()
  return database
}

test('CALL-11 a call that waits for its slot is not overdue before that slot', async () => {
  await using database = await startedDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 1, dueAt: DUE_AT })
  const slot_at = new Date(DUE_AT + 5 * MINUTE_MS)
  await db.updateTable('calls').set({ stage: 'leased', lease_owner: 'worker', slot_at }).execute()

  expect((await readGauges(db, () => DUE_AT + 4 * MINUTE_MS)).overdueMs).toBe(0)
  expect((await readGauges(db, () => DUE_AT + 7 * MINUTE_MS)).overdueMs).toBe(2 * MINUTE_MS)
})

test('WAKE-36 a follow-up is not overdue while first calls have all slots', async () => {
  await using database = await startedDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 1, dueAt: DUE_AT })
  await db.updateTable('calls').set({ stage: 'leased', lease_owner: 'worker', kind: 'retry' }).execute()
  expect((await readGauges(db, () => DUE_AT + MINUTE_MS)).overdueMs).toBe(MINUTE_MS)

  const next_free_at = new Date(DUE_AT + 5 * MINUTE_MS)
  await db.updateTable('carrier_rate').set({ next_free_at }).execute()
  expect((await readGauges(db, () => DUE_AT + 4 * MINUTE_MS)).overdueMs).toBe(0)
  expect((await readGauges(db, () => DUE_AT + 7 * MINUTE_MS)).overdueMs).toBe(2 * MINUTE_MS)
})

test('CALL-3 a call in doubt that is past its cut-off is not counted as in doubt', async () => {
  await using database = await startedDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 1, dueAt: DUE_AT })
  await db
    .updateTable('calls')
    .set({ stage: 'in_doubt', ask_at: new Date(DUE_AT) })
    .execute()

  expect((await readGauges(db, () => DUE_AT + CUT_OFF_MS - 1)).calls.in_doubt).toBe(1)
  expect((await readGauges(db, () => DUE_AT + CUT_OFF_MS)).calls.in_doubt).toBe(0)
})

test.each([
  ['a slow database is not a wrong clock', [-5_000, -5_000, 60_000], 0],
  ['a clock that is behind', [-5_000, -5_000, -4_000], 4_000],
  ['a clock that is ahead', [5_000, 5_000, 5_000], -5_000],
])('%s', async (_case, readings, skewMs) => {
  await using database = await startedDatabase()
  const clock = () => Date.now() + readings.shift()!
  const { clockSkewMs } = await readGauges(database.db, clock)
  expect(Math.abs(clockSkewMs - skewMs)).toBeLessThan(skewMs === 0 ? 1 : 500)
})
