import { StartRefused } from './start-refused.ts'

/**
 * Starts something and runs it until SIGTERM or SIGINT, then stops it in order. A refused start says why in one line
 * and exits 1; a second signal exits at once.
 */
export async function untilStopped(start: () => Promise<{ stop(): Promise<void> }>): Promise<void> {
  const stopped = Promise.withResolvers<void>()
  let signals = 0
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (++signals > 1) process.exit(1)
      stopped.resolve()
    })
  }
  try {
    const running = await start()
    await stopped.promise
    await running.stop()
    process.exit(0)
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
