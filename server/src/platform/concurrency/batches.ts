export type Line = {
  /** Works on each of the items when its turn comes; resolves when all are done, rejects with the first failure. */
  <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void>
  /** How many wait for their turn. */
  waiting(): number
}

type Group = PromiseWithResolvers<void> & {
  size: number
  begun: number
  ended: number
  work(index: number): Promise<void>
}

/** Works on at most `limit` items at once; the others stand in line, first come first served. */
export function atMost(limit: number): Line {
  const groups: Group[] = []
  let waiting = 0
  let running = 0

  function line<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    if (items.length === 0) return Promise.resolve()
    const all = Promise.withResolvers<void>()
    groups.push({ ...all, size: items.length, begun: 0, ended: 0, work: (index) => work(items[index]!) })
    for (waiting += items.length; running < limit && waiting > 0;) void takeTurns()
    return all.promise
  }

  /** One after the other, and not a promise for each that waits: a herd in line costs nothing in the second that counts. */
  async function takeTurns(): Promise<void> {
    running++
    for (let group = groups[0]; group !== undefined; group = groups[0]) {
      waiting--
      const index = group.begun++
      if (group.begun === group.size) groups.shift()
      try {
        await group.work(index)
      } catch (error) {
        group.reject(error)
      }
      if (++group.ended === group.size) group.resolve()
    }
    running--
  }

  return Object.assign(line, { waiting: () => waiting })
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
  const line = atMost(atOnce)

  function begin(batch: Batch): Promise<void> {
    if (gathering === batch) gathering = null
    return work(batch.items).then(batch.resolve, batch.reject)
  }

  return (item) => {
    gathering ??= { items: [], isDue: false, ...Promise.withResolvers<R>() }
    const batch = gathering
    batch.items.push(item)
    if (!batch.isDue && isTime(batch.items)) {
      batch.isDue = true
      void line([batch], begin)
    }
    return batch.promise
  }
}
