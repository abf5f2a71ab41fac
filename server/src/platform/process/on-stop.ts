import { constants } from 'node:os'

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
  process.channel?.unref()
  // Writing to a closed terminal fails, which must not end the stop halfway.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
}

/** Over the channel to our parent. One that is gone by now hears nothing, and 'disconnect' says so. */
export function tellParent(message: unknown): void {
  process.send?.(message, undefined, undefined, () => undefined)
}
