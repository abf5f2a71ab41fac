/** Lets at most `limit` pieces of work run at once; the others wait for their turn, first come first served. */
export function atMost(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next() // takes over our place
      else running--
    }
  }
}

/**
 * What comes in while other items are worked on is worked on together: one statement for many calls. A failure is that
 * of its batch alone.
 */
export function inBatches<T, R>(work: (items: T[]) => Promise<R>): (item: T) => Promise<R> {
  let waiting: T[] = []
  let next: Promise<R> | null = null
  let last: Promise<unknown> = Promise.resolve()

  function begin(): Promise<R> {
    const items = waiting
    waiting = []
    next = null
    return work(items)
  }

  return (item) => {
    waiting.push(item)
    if (next === null) {
      next = last.then(begin, begin)
      last = next
    }
    return next
  }
}
