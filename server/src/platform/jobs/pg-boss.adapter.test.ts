import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/harness/database/test-database.ts'
import { JOBS } from '../../job-handlers.ts'
import { welcomeJob } from '../../sign-in/welcome.ts'
import { previewsJob } from '../../speech/voice-previews.ts'
import { inTransaction } from '../database/transaction.ts'
import { pgBossJobs } from './pg-boss.adapter.ts'

async function startQueue() {
  const database = await createTestDatabase()
  const jobs = pgBossJobs(database.connection, pino({ level: 'silent' }), JOBS)
  await jobs.start()
  return {
    ...jobs,
    async waiting(name: string) {
      const { rows } = await sql`select 1 from jobs.job where name = ${name}`.execute(database.db)
      return rows.length
    },
    /** For how long at least a job of this queue is retried (s). pg-boss waits half to all of a doubling delay. */
    async triedFor(name: string) {
      const { rows } = await sql<{ tries: number; delay: number; most: number | null }>`
        select retry_limit as tries, retry_delay as delay, retry_delay_max as most from jobs.queue where name = ${name}
      `.execute(database.db)
      const { tries, delay, most } = rows[0]!
      const waits = Array.from({ length: tries }, (_, n) =>
        Math.min(most ?? Infinity, (delay * 2 ** Math.min(16, n)) / 2),
      )
      return waits.reduce((sum, wait) => sum + wait)
    },
    orderPreviews: () => inTransaction(database.db, (tx) => jobs.enqueue(tx, previewsJob, {})),
    enqueueAll: (userIds: readonly number[]) =>
      inTransaction(database.db, (tx) => jobs.enqueue(tx, welcomeJob, ...userIds.map((userId) => ({ userId })))),
    async [Symbol.asyncDispose]() {
      await jobs.stop()
      await database.drop()
    },
  }
}

const idOf = (payload: unknown) => (payload as { userId: number }).userId

/** At one job per poll, 200 jobs would exceed the test's time limit. */
test('CALL-8 200 jobs are processed at once, not one per poll', async () => {
  await using queue = await startQueue()
  const ids = Array.from({ length: 200 }, (_, i) => i + 1)
  await queue.enqueueAll(ids)
  const done: number[] = []
  const { promise: allDone, resolve } = Promise.withResolvers<void>()
  await queue.work(async (_name, payload) => {
    if (done.push(idOf(payload)) === ids.length) resolve()
  })
  await allDone
  expect(done.toSorted((a, b) => a - b)).toEqual(ids)
})

test('a failed job is retried, and those fetched with it are not', async () => {
  await using queue = await startQueue()
  await queue.enqueueAll([1, 2, 3, 4])
  const runs: number[] = []
  const { promise: triedAgain, resolve } = Promise.withResolvers<void>()
  await queue.work(async (_name, payload) => {
    runs.push(idOf(payload))
    if (idOf(payload) !== 3) return
    if (runs.filter((id) => id === 3).length === 2) return resolve()
    throw new Error('the mail server is tired')
  })
  await triedAgain
  expect(runs.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 3, 4])
})

const A_DAY_S = 24 * 60 * 60

test.each<[string, number]>([
  ['send-notice', A_DAY_S],
  ['send-email-changed', A_DAY_S],
  ['send-number-changed', A_DAY_S],
  ['send-guess-warning', A_DAY_S],
  ['build-export', A_DAY_S],
  ['erase-files', 13 * A_DAY_S],
  ['settle-carrier-call', 13 * A_DAY_S],
  ['forget-line-calls', 13 * A_DAY_S],
])(
  'CALL-5 ACCT-2 ACCT-3 %s survives an outage of a mail server, a storage or a carrier: it is retried for %i s',
  async (name, s) => {
    await using queue = await startQueue()
    expect(await queue.triedFor(name)).toBeGreaterThanOrEqual(s)
  },
)

test('VOICE-1 a job that every worker enqueues at its start waits in the queue once', async () => {
  await using queue = await startQueue()
  await Promise.all([queue.orderPreviews(), queue.orderPreviews(), queue.orderPreviews()])
  expect(await queue.waiting('prepare-previews')).toBe(1)
})

test('a job without a handler is not enqueued', async () => {
  await using database = await createTestDatabase()
  const jobs = pgBossJobs(database.connection, pino({ level: 'silent' }), [previewsJob])
  await jobs.start()
  const enqueued = inTransaction(database.db, (tx) => jobs.enqueue(tx, welcomeJob, { userId: 1 }))
  await expect(enqueued).rejects.toThrow('no handler for the job send-welcome')
  await jobs.stop()
})

test('finished jobs are kept for an hour, even in a queue made by an earlier version', async () => {
  await using database = await createTestDatabase()
  const silent = pino({ level: 'silent' })
  const earlier = pgBossJobs(database.connection, silent, JOBS)
  await earlier.start()
  await sql`update jobs.queue set deletion_seconds = 604800`.execute(database.db)
  await earlier.stop()
  const jobs = pgBossJobs(database.connection, silent, JOBS)
  await jobs.start()
  await inTransaction(database.db, (tx) => jobs.enqueue(tx, welcomeJob, { userId: 1 }))

  const { rows } = await sql`select deletion_seconds from jobs.job`.execute(database.db)
  expect(rows).toEqual([{ deletion_seconds: 3_600 }])
  await jobs.stop()
})

const cutConnections = sql`select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name like 'reveille %' and pid <> pg_backend_pid()`

test('a cut connection is logged by its message', async () => {
  await using database = await createTestDatabase()
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const jobs = pgBossJobs(database.connection, log, JOBS)
  await jobs.start()
  await cutConnections.execute(database.db)
  const failure = '"reason":"terminating connection due to administrator command","msg":"database connection lost"'
  await expect.poll(() => lines.join('')).toContain(failure)
  await jobs.stop()
})

test('a database that stops together with us does not end the process early', async () => {
  for (let round = 0; round < 5; round++) {
    await using database = await createTestDatabase()
    const jobs = pgBossJobs(database.connection, pino({ level: 'silent' }), JOBS)
    await jobs.start()
    const cut = cutConnections.execute(database.db)
    await expect(jobs.stop()).resolves.toBeUndefined() // an unhandled connection error would fail the run
    await cut
  }
})
