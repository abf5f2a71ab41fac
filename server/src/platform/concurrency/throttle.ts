import type { Clock } from '../clock/clock.ts'

/** Does `work` at most once in `ms`; work that failed is done again at the next call. */
export function throttle(ms: number, clock: Pick<Clock, 'monotonic'>, work: () => Promise<void>): () => Promise<void> {
  let doneAt: number | null = null
  return async () => {
    const now = clock.monotonic()
    if (doneAt !== null && now - doneAt < ms) return
    await work()
    doneAt = now
  }
}
