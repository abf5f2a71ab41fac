import { setTimeout as pause } from 'node:timers/promises'
import type { Instant } from '@reveille/core/time/time-zone'

/** Waits until the machine's clock reaches an instant. */
export async function waitUntil(at: Instant): Promise<void> {
  for (let left = at - Date.now(); left > 0; left = at - Date.now()) await pause(left)
}

/** Polls every `everyMs` until the answer is not null. Throws with `what` after `withinMs`. */
export async function waitFor<T>(
  what: string,
  poll: () => Promise<T | null>,
  { withinMs = 30_000, everyMs = 20 } = {},
): Promise<T> {
  const giveUpAt = performance.now() + withinMs
  for (;;) {
    const answer = await poll()
    if (answer !== null) return answer
    if (performance.now() > giveUpAt) throw new Error(`${what}: not within ${withinMs} ms`)
    await pause(everyMs)
  }
}
