import type { Clock } from '../clock/clock.ts'

/** The same work, done at most once in so long (ms); what failed is tried again at the next turn. */
export function oncePer(ms: number, clock: Pick<Clock, 'monotonic'>, work: () => Promise<void>): () => Promise<void> {
  let doneAt: number | null = null
  return async () => {
    const now = clock.monotonic()
    if (doneAt !== null && now - doneAt < ms) return
    await work()
    doneAt = now
  }
}
