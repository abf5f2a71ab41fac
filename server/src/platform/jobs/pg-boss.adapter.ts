import { CompiledQuery } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { openPool, type DatabaseConnection } from '../database/database.ts'
import { runPrepared } from '../database/prepared-driver.ts'
import type { Tx } from '../database/transaction.ts'
import { listenForNotifications } from '../live/notify-channel.ts'
import { messageOf } from '../process/logger.ts'
import type { Jobs, Queue } from './jobs.ts'

/** A notification wakes the queue; this poll catches a lost one. */
const POLL_S = 2
/** Keep finished jobs for only an hour: every scan of the queue, such as a metrics scrape, reads them all. */
const TIDY_S = 600
const QUEUE = {
  retryLimit: 8,
  retryDelay: 1,
  retryBackoff: true,
  expireInSeconds: 120,
  deleteAfterSeconds: 3_600,
  notify: true,
}

/**
 * While a fetch comes back full, the next one follows at once, so a burst of jobs doesn't wait for the poll. This needs
 * batches of two or more. Each job of a batch ends separately: one that fails is retried alone.
 */
const WORK = {
  pollingIntervalSeconds: POLL_S,
  notifyPollingIntervalSeconds: POLL_S,
  batchSize: 4,
  burstWhenBatchFull: true,
  localConcurrency: 2,
  perJobResults: true,
} as const

export type JobQueue = Jobs & {
  /** Creates the tables and queues; call it before enqueuing anything. */
  start(): Promise<void>
  work(run: (name: string, payload: unknown) => Promise<void>): Promise<void>
  retry(name: string, id: string): Promise<void>
  stop(): Promise<void>
}

/** Background jobs in the same PostgreSQL, so that a job and its row commit together. */
export function pgBossJobs(connection: DatabaseConnection, log: Logger, queues: readonly Queue[]): JobQueue {
  // pg-boss parses values itself.
  const pool = openPool({ ...connection, application_name: 'reveille jobs', max: 3, types: undefined }, log)
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => pool.query(text, values),
      // pg-boss's own listener ends the process when a connection is cut as we stop.
      async listen(channel, onNotification, onReconnect) {
        const listener = { channel, onNotification, onGap: onReconnect }
        const open = await listenForNotifications(connection, log, listener)
        onReconnect()
        return open
      },
    },
    schema: 'jobs',
    useListenNotify: true,
    schedule: false,
    maintenanceIntervalSeconds: TIDY_S,
  })
  boss.on('error', (error) => log.warn({ reason: messageOf(error) }, 'job queue failed'))

  return {
    async start() {
      await boss.start()
      const stored = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
      for (const { name, retry, oneAtATime } of queues) {
        const options = { ...QUEUE, ...retry }
        const made: Partial<typeof options> | undefined = stored.get(name)
        if (made === undefined)
          await boss.createQueue(name, { ...options, policy: oneAtATime ? 'exclusive' : 'standard' })
        else if (!isSame(options, made)) await boss.updateQueue(name, options) // created by an earlier version
      }
    },
    async work(run) {
      for (const { name } of queues) {
        await boss.work(name, WORK, (batch) =>
          Promise.all(batch.map(async ({ id, data }) => ({ id, ...(await resultOf(() => run(name, data))) }))),
        )
      }
    },
    async enqueue(tx, { name }, ...payloads) {
      if (!queues.some((queue) => queue.name === name)) throw new Error(`no handler for the job ${name}`)
      if (payloads.length === 0) return
      await boss.insert(
        name,
        payloads.map((data) => ({ data })),
        { db: inside(tx) },
      )
    },
    retry: async (name, id) => void (await boss.retry(name, id)),
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 })
      await pool.end()
    },
  }
}

const isSame = (options: typeof QUEUE, made: Partial<typeof QUEUE>): boolean =>
  Object.entries(options).every(([key, value]) => made[key as keyof typeof QUEUE] === value)

/** The result of one job in a batch; the queue keeps the reason of a failure. */
async function resultOf(work: () => Promise<void>): Promise<{ status: 'completed' | 'failed'; output?: object }> {
  try {
    await work()
    return { status: 'completed' }
  } catch (error) {
    return { status: 'failed', output: error instanceof Error ? error : { message: messageOf(error) } }
  }
}

/** Lets pg-boss write in our transaction. Prepared, because many calls at one instant enqueue one job each. */
function inside(tx: Tx) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => ({
      rows: await runPrepared(tx, { compile: () => CompiledQuery.raw(text, values) }),
    }),
  }
}
