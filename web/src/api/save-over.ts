import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { type FailureReason, reasonOf } from './api-failure.ts'
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

/** Refused because it was changed, deleted or is over: the form shows that once it's fetched again. */
const OUTDATED = new Set<FailureReason | null>(['changed-elsewhere', 'not-found', 'schedule-over'])

/** Optimistic lock that ignores changes the form doesn't show, such as a pause or a skip. */
export async function saveOver<R>(
  over: Over | undefined,
  save: (version: number | undefined) => Promise<R>,
): Promise<R> {
  try {
    return await save(over?.version)
  } catch (error) {
    const newer = OUTDATED.has(reasonOf(error)) ? await over?.newer?.() : null
    if (newer == null) throw error
    return save(newer)
  }
}
