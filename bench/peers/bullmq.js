import { Queue, Worker } from 'bullmq'

/** Tuned: works on 100 jobs at once. It needs a Redis. */
export const contestant = async ({ redisPort }, call) => {
  const connection = { host: '127.0.0.1', port: redisPort, maxRetriesPerRequest: null }
  const queue = new Queue('calls', { connection })
  const worker = new Worker('calls', ({ data }) => call(data.to), { connection, concurrency: 100 })
  worker.on('error', (error) => console.error(error.message))
  return {
    async plan(dueAt, count) {
      const jobs = Array.from({ length: count }, (_, index) => ({
        name: 'call',
        data: { to: `+1${2_000_000_000 + index}` },
        opts: { delay: dueAt - Date.now(), removeOnComplete: true },
      }))
      while (jobs.length > 0) await queue.addBulk(jobs.splice(0, 2000))
    },
    async stop() {
      await worker.close()
      await queue.close()
    },
  }
}
