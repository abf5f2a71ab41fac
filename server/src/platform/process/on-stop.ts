import { constants } from 'node:os'
import { StartRefusedError } from './start-refused.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Calls `stop` once, when this process is to end: at a signal, or when the parent that holds a channel to it is gone. What
 * follows belongs to that stop: a terminal signals a whole process group, whose members hand the signal on to each other.
 * Ending at the second would leave our children behind. `exitCode` tells a shell which signal it was.
 */
export function onStop(stop: (exitCode: number) => void): void {
  let isStopping = false
  const begin = (signal: (typeof SIGNALS)[number]) => {
    if (isStopping) return
    isStopping = true
    stop(128 + constants.signals[signal])
  }
  for (const signal of SIGNALS) process.on(signal, begin)
  process.once('disconnect', () => begin('SIGTERM'))
  // Waiting for the end of a channel must not keep us; who hears messages on it, such as a worker of the tests, stays.
  if (process.listenerCount('message') === 0) process.channel?.unref()
  // Writing to a closed terminal fails, which must not end the stop halfway.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
}

/** Over the channel to our parent. One that is gone by now hears nothing, and 'disconnect' says so. */
export function tellParent(message: unknown): void {
  process.send?.(message, undefined, undefined, () => undefined)
}

/**
 * Starts something and runs it until this process is to end, then stops it in order. A refused start says why in one line
 * and exits 1. `start` may give up when `stopping` aborts.
 */
export async function untilStopped(
  start: (stopping: AbortSignal) => Promise<{ stop(): Promise<void> }>,
): Promise<void> {
  const stopping = new AbortController()
  const stopped = Promise.withResolvers<void>()
  onStop(() => {
    stopping.abort()
    stopped.resolve()
  })
  try {
    const running = await start(stopping.signal)
    await stopped.promise
    await running.stop()
    process.exit(0)
  } catch (error) {
    if (error === stopping.signal.reason) process.exit(0)
    if (!(error instanceof StartRefusedError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
