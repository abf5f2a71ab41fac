import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { reasonOf } from './api-failure.ts'
import { queryClient } from './queries.tsx'

/** The version a form was filled in over; undefined from an older server. */
export type Over = {
  version: number | undefined
  /** The current version, or null if a field that the form shows has changed. */
  newer?: () => Promise<number | undefined | null>
}

/** For `newer`: `versionOf` returns the version of what `query` finds now, null if a shown field has changed. */
export const newerVersion =
  <D, K extends QueryKey>(
    query: FetchQueryOptions<D, Error, D, K>,
    versionOf: (now: D) => number | null,
  ): NonNullable<Over['newer']> =>
  async () =>
    versionOf(await queryClient.fetchQuery({ ...query, staleTime: 0 }))

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
