/** Runs at most so many pieces of work at once; the rest wait, first come first served. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

/**
 * A burst of calls must not become a burst of connections: a customer's machine accepts only so many at once and would
 * drop the rest.
 */
export function newSemaphore(places: number): Semaphore {
  let free = places
  const waiting: (() => void)[] = []
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
