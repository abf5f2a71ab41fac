import { Logger, run } from 'graphile-worker'
import { Pool } from 'pg'

/** Tuned: fetches 1,000 jobs at once, works on 100, and writes completions in batches. */
export const contestant = async ({ connection }, call) => {
  const pool = new Pool({ ...connection, max: 20 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const runner = await run({
    pgPool: pool,
    schema: 'bench_graphile',
    concurrency: 100,
    pollInterval: 100,
    noHandleSignals: true,
    taskList: { call: ({ to }) => call(to) },
    preset: {
      worker: {
        concurrentJobs: 100,
        pollInterval: 100,
        localQueue: { size: 1000 },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
    crontab: '',
    logger: silent(),
  })
  return {
    async plan(dueAt, count) {
      await pool.query(
        `select count(*) from generate_series(0, $1::int - 1) as i,
          lateral bench_graphile.add_job('call', json_build_object('to', '+1' || (2000000000 + i)), run_at := $2)`,
        [count, new Date(dueAt)],
      )
    },
    async stop() {
      await runner.stop()
      await pool.end()
    },
  }
}

function silent() {
  return new Logger(() => () => undefined)
}
