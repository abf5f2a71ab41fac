import { setTimeout as delay } from 'node:timers/promises'

/** Polls until the answer is not null, where no event exists. Throws after `withinMs`. */
export async function until<T>(what: string, poll: () => Promise<T | null>, withinMs: number): Promise<T> {
  const end = Date.now() + withinMs
  while (Date.now() < end) {
    const found = await poll()
    if (found !== null) return found
    await delay(100)
  }
  throw new Error(`not within ${withinMs} ms: ${what}`)
}
