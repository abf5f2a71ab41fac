import { PgBoss } from 'pg-boss'

const QUEUE = 'calls'

/** Tuned: two fetchers of 1,000 jobs, every half second (its minimum), or immediately while batches are full. */
export const contestant = async ({ connection }, call) => {
  const boss = new PgBoss({ ...connection, schema: 'bench_boss', schedule: false, max: 10 })
  boss.on('error', (error) => console.error(error.message))
  await boss.start()
  await boss.createQueue(QUEUE)
  const options = { batchSize: 1000, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true, localConcurrency: 2 }
  await boss.work(QUEUE, options, (jobs) => Promise.all(jobs.map(({ data }) => call(data.to))))
  return {
    async plan(dueAt, count) {
      const startAfter = new Date(dueAt)
      const jobs = Array.from({ length: count }, (_, index) => ({ data: { to: phone(index) }, startAfter }))
      while (jobs.length > 0) await boss.insert(QUEUE, jobs.splice(0, 5000))
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 20_000 })
    },
  }
}

const phone = (index) => `+1${2_000_000_000 + index}`
