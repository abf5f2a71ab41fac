import { reasonOf } from './api-failure.ts'

/** What a form was filled in over; undefined where an older server told no version. */
export type Over = {
  version: number | undefined
  /** The version of now, if it is the same as far as the form shows it; null when it isn't. */
  newer?: () => Promise<number | undefined | null>
}

/** Saves over what the person saw, and over changes since then that their form doesn't show: a pause, a skip. */
export async function saveOver<R>(
  over: Over | undefined,
  save: (version: number | undefined) => Promise<R>,
): Promise<R> {
  try {
    return await save(over?.version)
  } catch (error) {
    const newer = reasonOf(error) === 'changed-elsewhere' ? await over?.newer?.() : null
    if (newer == null) throw error
    return save(newer)
  }
}
