import { CUT_OFF_MS } from '@reveille/core/calls/call-times'
import { sql, type Updateable } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { appendCallEvents } from '../calls/timeline.sql.ts'
import { JOBS } from '../job-handlers.ts'
import { LAST_BACKUP } from '../platform/backup/backup-facts.ts'
import { keepFact } from '../platform/database/installation.sql.ts'
import type { Tables } from '../platform/database/tables.ts'
import { pgBossJobs } from '../platform/jobs/pg-boss.adapter.ts'
import { readGauges } from './gauges.sql.ts'
import { beat } from './leases.sql.ts'
import { HEARTBEAT_VALID_MS } from './liveness.ts'

const DUE_AT = Date.parse('2027-01-15T05:30Z')
const MINUTE_MS = 60_000

/** A database with the queue's tables, as after a start. */
async function startedDatabase() {
  const database = await createTestDatabase()
  const jobs = pgBossJobs(database.connection, pino({ level: 'silent' }), JOBS)
  await jobs.start()
  await jobs.stop()
  return database
}

test('CALL-11 a call waiting for its slot is not overdue before that slot', async () => {
  await using database = await startedDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 1, dueAt: DUE_AT })
  const slot_at = new Date(DUE_AT + 5 * MINUTE_MS)
  await db.updateTable('calls').set({ stage: 'leased', lease_owner: 'worker', slot_at }).execute()

  expect((await readGauges(db, () => DUE_AT + 4 * MINUTE_MS)).overdueMs).toBe(0)
  expect((await readGauges(db, () => DUE_AT + 7 * MINUTE_MS)).overdueMs).toBe(2 * MINUTE_MS)
})

test('WAKE-36 a follow-up is not overdue while first calls take every slot', async () => {
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

test('CALL-3 a call past its cut-off no longer counts as in doubt', async () => {
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

test('OPS-4 each gauge counts what its name says and nothing else', async () => {
  await using database = await startedDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 8, dueAt: DUE_AT })
  const at = (ms: number) => new Date(DUE_AT + ms)
  const set = (id: number, values: Updateable<Tables['calls']>) =>
    db
      .updateTable('calls')
      .set({ prepare_at: at(1), ...values })
      .where('id', '=', id)
      .execute()
  const nothing = await readGauges(db, () => DUE_AT)
  expect(nothing).toMatchObject({ plannedAheadMs: null, liveWorkers: 0, isCarrierTroubled: false })
  const free = { capacityTakenMs: 0, isOff: false }
  expect(nothing.carriers).toEqual([1, 2].map((id) => ({ id, ...free })))
  expect(nothing).toMatchObject({ crowdedMinutes: 0, zoneDataSince: null, lastBackupAt: null })

  for (const id of [2, 3]) await set(id, { stage: 'leased', lease_owner: 'worker' })
  await set(4, { stage: 'dialling' })
  await set(5, { stage: 'placed', ask_at: at(0) })
  await set(6, { stage: 'placed' })
  await set(7, { stage: 'ended', ask_at: at(0), prepare_at: at(0) })
  await set(8, { stage: 'in_doubt', ask_at: at(0), prepare_at: at(0) })
  for (const [id, beatAt] of Object.entries({ lives: 0, dead: -HEARTBEAT_VALID_MS, 'set ahead': HEARTBEAT_VALID_MS }))
    await beat(db, { id, home: id }, DUE_AT + beatAt)
  await db
    .updateTable('carrier_rate')
    .set({ next_free_at: at(5 * MINUTE_MS) })
    .where('id', '=', 1)
    .execute()
  await db
    .updateTable('carrier_rate')
    .set({ off_at: at(0) })
    .where('id', '=', 2)
    .execute()
  await db
    .updateTable('schedules')
    .set({ next_due_at: at(20 * MINUTE_MS) })
    .where('id', '=', 1)
    .execute()
  const facts = { 'zone-data-since': at(1).toISOString(), 'crowded-minutes': '3', [LAST_BACKUP]: at(2).toISOString() }
  for (const [key, value] of Object.entries({ another: 'fact', ...facts })) await keepFact(db, key, value)
  const refusals = [1, 2, 3].map((callId) => ({ callId, at: DUE_AT, kind: 'not-placed' }) as const)
  await appendCallEvents(db, refusals)
  await sql`insert into jobs.job (name, state) values ('send-code', 'created'), ('send-code', 'retry'), ('send-code', 'completed')`.execute(
    db,
  )

  const { jobs, ...read } = await readGauges(db, () => DUE_AT)
  expect(read).toMatchObject({
    calls: { planned: 1, leased: 2, dialling: 1, placed: 1, in_doubt: 1 },
    isCarrierTroubled: true,
    carriers: [
      { id: 1, capacityTakenMs: 5 * MINUTE_MS, isOff: false },
      { id: 2, capacityTakenMs: 0, isOff: true },
    ],
    plannedAheadMs: 20 * MINUTE_MS,
    liveWorkers: 1,
    crowdedMinutes: 3,
    zoneDataSince: DUE_AT + 1,
    lastBackupAt: DUE_AT + 2,
  })
  expect(jobs.map(({ queue, state, count }) => `${queue} ${state} ${count}`)).toEqual([
    'prepare-speech created 2', // the planned call and the one in doubt
    'send-code created 1',
    'send-code retry 1',
  ])
  await db
    .updateTable('calls')
    .set({ prepare_at: at(1) })
    .execute()
  expect((await readGauges(db, () => DUE_AT)).jobs).toHaveLength(2)
})

test.each([
  ['a slow database does not look like a wrong clock', [-5_000, -5_000, 60_000], 0],
  ['a slow clock is measured', [-5_000, -5_000, -4_000], 4_000],
  ['a fast clock is measured', [5_000, 5_000, 5_000], -5_000],
])('%s', async (_case, readings, skewMs) => {
  await using database = await startedDatabase()
  const clock = () => Date.now() + readings.shift()!
  const { clockSkewMs } = await readGauges(database.db, clock)
  expect(Math.abs(clockSkewMs - skewMs)).toBeLessThan(skewMs === 0 ? 1 : 500)
})
