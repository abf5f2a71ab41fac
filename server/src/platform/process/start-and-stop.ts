import { constants } from 'node:os'
import { inspect } from 'node:util'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Calls `stop` once: at a signal, or when a parent with a channel to us is gone. Ignores later signals, because a
 * terminal signals a whole process group whose members forward the signal to each other. Exiting at the second one
 * would orphan our children. `exitCode` tells a shell which signal it was.
 * Listens until the returned value is disposed of.
 */
export function onStop(stop: (exitCode: number) => void): Disposable {
  let isStopping = false
  const begin = (signal: (typeof SIGNALS)[number]) => {
    if (isStopping) return
    isStopping = true
    stop(128 + constants.signals[signal])
  }
  const beginWithParent = () => begin('SIGTERM')
  for (const signal of SIGNALS) process.on(signal, begin)
  process.on('disconnect', beginWithParent)
  // Watching for the end of the channel must not keep us alive; a listener for messages, as in a test's worker, does.
  if (process.listenerCount('message') === 0) process.channel?.unref()
  // Writing to a closed terminal fails, which must not abort the stop.
  for (const output of [process.stdout, process.stderr]) output.off('error', ignore).on('error', ignore)
  return {
    [Symbol.dispose]() {
      for (const signal of SIGNALS) process.off(signal, begin)
      process.off('disconnect', beginWithParent)
    },
  }
}

function ignore(): void {}

/** Ignores a failure: if the parent is gone, 'disconnect' says so. */
export function tellParent(message: unknown): void {
  process.send?.(message, undefined, undefined, () => undefined)
}

/** The product can't start like this. The message is one line for the operator: what's wrong and what to do. */
export class StartRefusedError extends Error {
  override name = 'StartRefusedError'
}

/**
 * Starts something, runs it until this process should end, and stops it in order. A refused start prints one line and
 * exits 1. `start` may give up when `stopping` aborts.
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

/** For operators' commands: ends the process with one line after its user's mistake, with a stack after a surprise. */
export function tellMistakes(): void {
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${error instanceof StartRefusedError ? error.message : inspect(error)}\n`)
    process.exit(1)
  })
}
