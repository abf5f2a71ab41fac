import type { Clock } from '../clock/clock.ts'

const FAILURES = 3
const OPEN_MS = 60_000

/**
 * Opens for a minute after three failures in a row: a provider that is down then costs the next calls no time. After the
 * minute one request tries; the others are kept out until it is known how that went.
 */
export function circuitBreaker(name: string, clock: Pick<Clock, 'monotonic'>) {
  let failures = 0
  let openUntil = -Infinity

  function beginOrThrow() {
    if (failures < FAILURES) return
    if (clock.monotonic() < openUntil)
      throw new Error(`${name} is not asked: its circuit breaker is open after ${failures} failures`)
    openUntil = clock.monotonic() + OPEN_MS // this one tries, the others are kept out meanwhile
  }

  function failed() {
    failures++
    openUntil = clock.monotonic() + OPEN_MS
  }

  /** A throw counts as a failure, and so does a result for which `isOutage` is true. Throws while the breaker is open. */
  return async function unlessOpen<T>(work: () => Promise<T>, isOutage: (result: T) => boolean): Promise<T> {
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
