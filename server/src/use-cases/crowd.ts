export type Turns = {
  <T>(work: () => Promise<T>): Promise<T>
  /** How many wait for their turn. */
  waiting(): number
}

/** Lets at most `limit` pieces of work run at once; the others wait for their turn, first come first served. */
export function atMost(limit: number): Turns {
  const waiting: (() => void)[] = []
  let first = 0
  let running = 0
  function turn<T>(work: () => Promise<T>): Promise<T> {
    if (running < limit) {
      running++
      return take(work)
    }
    return new Promise((resolve) => waiting.push(() => resolve(take(work))))
  }
  async function take<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      giveOn()
    }
  }
  function giveOn(): void {
    const next = waiting[first]
    if (next === undefined) running--
    else {
      first++ // a shift would move the whole herd
      if (first === waiting.length) waiting.length = first = 0
      next() // takes over our place
    }
  }
  return Object.assign(turn, { waiting: () => waiting.length - first })
}

/**
 * What comes in while other items are worked on is worked on together: one statement for many calls. A batch begins when
 * `isTime` says so of what has come and fewer than `atOnce` are under way. A failure is that of its batch alone.
 */
export function inBatches<T, R>(
  work: (items: T[]) => Promise<R>,
  { isTime = () => true, atOnce = 1 }: { isTime?: (items: readonly T[]) => boolean; atOnce?: number } = {},
): (item: T) => Promise<R> {
  type Batch = PromiseWithResolvers<R> & { items: T[]; isDue: boolean }
  let gathering: Batch | null = null
  const turn = atMost(atOnce)

  function begin(batch: Batch): Promise<R> {
    if (gathering === batch) gathering = null
    return work(batch.items)
  }

  return (item) => {
    gathering ??= { items: [], isDue: false, ...Promise.withResolvers<R>() }
    const batch = gathering
    batch.items.push(item)
    if (!batch.isDue && isTime(batch.items)) {
      batch.isDue = true
      turn(() => begin(batch)).then(batch.resolve, batch.reject)
    }
    return batch.promise
  }
}
