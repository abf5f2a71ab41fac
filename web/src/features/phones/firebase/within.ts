import { KnownFailure } from '../../../api/api-failure.ts'

/** The result of `work`, or a failure with these words when it takes longer than `ms`. */
export async function within<T>(ms: number, words: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new KnownFailure('timed-out', words)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
