import { limiter } from './limiter.ts'

/**
 * Items that arrive while others are being processed are processed together: one statement for many calls. A batch
 * begins when `isTime` accepts what has gathered and fewer than `atOnce` are under way. A failure concerns its own
 * batch alone.
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
