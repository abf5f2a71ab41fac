import { reasonOf } from './api-failure.ts'

/** The version a form was filled in over; undefined from an older server. */
export type Over = {
  version: number | undefined
  /** The current version, or null if a field that the form shows has changed. */
  newer?: () => Promise<number | undefined | null>
}

/** Optimistic lock that ignores changes the form doesn't show, such as a pause or a skip. */
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
