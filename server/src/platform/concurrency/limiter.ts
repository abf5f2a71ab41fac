import type { Clock } from '../clock/clock.ts'

type Limiter = {
  /** Works on every item, queued where needed; resolves when all are done, rejects with the first failure. */
  <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void>
  /** Does one piece of work, queued where needed; leaves the queue when `signal` aborts. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
  waiting(): number
}

type Group = PromiseWithResolvers<void> & {
  size: number
  begun: number
  ended: number
  work(index: number): Promise<void>
}

/** Runs at most `limit` items at once; the others queue in order. */
export function limiter(limit: number): Limiter {
  const groups: Group[] = []
  let waiting = 0
  let running = 0

  function add(size: number, work: Group['work']): Group {
    const group = { ...Promise.withResolvers<void>(), size, begun: 0, ended: 0, work }
    groups.push(group)
    for (waiting += size; running < limit && waiting > 0;) void workOn()
    return group
  }

  /** A worker takes item after item, without a promise for each, so a queue of thousands costs nothing up front. */
  async function workOn(): Promise<void> {
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

  async function all<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    if (items.length > 0) await add(items.length, (index) => work(items[index]!)).promise
  }

  async function run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const begin = async () => work() // a synchronous throw rejects as well
    const group = add(1, () => begin().then(resolve, reject))
    const leave = () => {
      const place = groups.indexOf(group)
      if (place < 0) return // it has already begun
      groups.splice(place, 1)
      waiting--
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    return promise.finally(() => signal.removeEventListener('abort', leave))
  }

  return Object.assign(all, { run, waiting: () => waiting })
}

/**
 * Batches items that arrive while others are processed: one statement for many calls. A batch begins when `isTime`
 * accepts it and fewer than `atOnce` are running. A failure affects only its own batch.
 */
export function inBatches<T, R>(
  work: (items: T[]) => Promise<R>,
  { isTime = () => true, atOnce = 1 }: { isTime?: (items: readonly T[]) => boolean; atOnce?: number } = {},
): (item: T) => Promise<R> {
  type Batch = PromiseWithResolvers<R> & { items: T[]; isDue: boolean }
  let gathering: Batch | null = null
  const queue = limiter(atOnce)

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
      void queue([batch], begin)
    }
    return batch.promise
  }
}

/** Runs `work` at most once per `ms`. After a failure the next call runs it again. */
export function throttle(ms: number, clock: Pick<Clock, 'monotonic'>, work: () => Promise<void>): () => Promise<void> {
  let doneAt: number | null = null
  return async () => {
    const now = clock.monotonic()
    if (doneAt !== null && now - doneAt < ms) return
    await work()
    doneAt = now
  }
}
