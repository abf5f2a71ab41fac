import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BenchDatabase } from '../punctuality/bench-database.ts'

export type Memory = { heapUsed: number; rss: number }
export type RunningWorker = {
  pid: number
  /** Bytes, after its garbage was collected. */
  memory(): Promise<Memory>
  stop(): Promise<void>
}

/** A worker in a process of its own, ready to be given calls. */
export async function startWorkerProcess(
  { connection, folder }: BenchDatabase,
  carrierUrl: string,
): Promise<RunningWorker> {
  const program = fileURLToPath(new URL('worker-process.ts', import.meta.url))
  const child = fork(program, [carrierUrl, folder, JSON.stringify(connection)], { execArgv: ['--expose-gc'] })
  const ended = once(child, 'close')
  await Promise.race([once(child, 'message'), ended.then(() => Promise.reject(new Error('the worker did not start')))])
  return {
    pid: child.pid!,
    async memory() {
      const answer = once(child, 'message')
      child.send('memory')
      const [memory] = (await answer) as [Memory]
      return memory
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
