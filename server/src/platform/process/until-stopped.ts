import { onStop } from './on-stop.ts'
import { StartRefused } from './start-refused.ts'

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
    if (!(error instanceof StartRefused)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
