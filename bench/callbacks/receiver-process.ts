import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DatabaseConnection } from '../../server/src/platform/database/database.ts'

export type ReceiverOptions = {
  port: number
  folder: string
  connection: DatabaseConnection
  authToken: string
  /** Runs the worker too, which calls at this carrier. */
  carrierUrl?: string
  /** The bare receiver's sound. */
  soundBytes?: number
}

export const RECEIVERS = ['bare', 'reveille'] as const
export type Receiver = (typeof RECEIVERS)[number]

export type RunningReceiver = {
  /** The CPU time it has used so far (ms), which doesn't depend on how busy the machine is. */
  processorMs(): Promise<number>
  /** Stops it and waits until it has exited. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a receiver of callbacks in its own process. */
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
      // User and system time, in hundredths of a second, come after the name, which may contain spaces.
      const [user, system] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13)
      return (Number(user) + Number(system)) * 10
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
