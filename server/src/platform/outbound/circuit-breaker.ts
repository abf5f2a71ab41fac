import type { Clock } from '../clock/clock.ts'

const FAILURES = 3
const REST_MS = 60_000

/**
 * Leaves a provider alone for a minute after three failures in a row: one that is down then costs the next calls
 * nothing, where each would have waited for it in vain. After the minute one request tries; the others wait for it.
 */
export function restAfterFailures(name: string, clock: Pick<Clock, 'monotonic'>) {
  let failures = 0
  let restsUntil = -Infinity

  function beginOrThrow() {
    if (failures < FAILURES) return
    if (clock.monotonic() < restsUntil) throw new Error(`${name} rests after ${failures} failures`)
    restsUntil = clock.monotonic() + REST_MS // this one tries, the others keep out until it is known
  }

  function failed() {
    failures++
    restsUntil = clock.monotonic() + REST_MS
  }

  /** A throw is a failure, and so is a result that `isOutage` says yes to. */
  return async function unlessResting<T>(work: () => Promise<T>, isOutage: (result: T) => boolean): Promise<T> {
    beginOrThrow()
    try {
      const result = await work()
      if (isOutage(result)) failed()
      else failures = 0
      return result
    } catch (error) {
      failed()
      throw error
    }
  }
}
