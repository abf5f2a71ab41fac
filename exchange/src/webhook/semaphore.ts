/** Limits concurrency; waiting work runs first come, first served. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

/** Keeps a burst of calls from becoming a burst of connections, some of which a customer's machine would drop. */
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
