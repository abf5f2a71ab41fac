/** Lets so many pieces of work through at once; the rest wait, first come first served. */
export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>

/**
 * A storm of calls must not become a storm of connections: a customer's machine accepts only so many at once and
 * would lose the rest.
 */
export function newTurnstile(places: number): Turnstile {
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
