import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DatabaseConnection } from '../../server/src/platform/database/database.ts'

export type ReceiverOptions = { port: number; folder: string; connection: DatabaseConnection; authToken: string }

export const RECEIVERS = ['bare', 'reveille'] as const
export type Receiver = (typeof RECEIVERS)[number]

export type RunningReceiver = {
  /** Processor time that it has used so far, in ms: what a callback costs however busy the machine is. */
  processorMs(): Promise<number>
  /** Waits until it is gone. */
  stop(): Promise<void>
}

/** Starts one that answers callbacks, in a process of its own. */
export async function startReceiver(receiver: Receiver, options: ReceiverOptions): Promise<RunningReceiver> {
  const program = fileURLToPath(new URL(`${receiver}-receiver.ts`, import.meta.url))
  const child = spawn(process.execPath, [program, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => Promise.reject(new Error(receiver))),
  ])
  return {
    async processorMs() {
      const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8')
      // After the name, which may hold spaces: user and system time, in hundredths of a second.
      const [user, system] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13)
      return (Number(user) + Number(system)) * 10
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
