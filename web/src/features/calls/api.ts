import type { Call } from '@reveille/contract/calls'
import {
  type InfiniteData,
  type InfiniteQueryObserverResult,
  infiniteQueryOptions,
  mutationOptions,
  queryOptions,
} from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { queryClient } from '../../api/queries.tsx'
import { reportedZone } from '../../browser/intl.ts'
import { fallbackInterval } from '../../live/live-updates.ts'

/** More than the dashboard lists, including a sample under way; older calls are on the history page. */
const RECENT = 10
const PAGE = 100
const REFETCH_AFTER_SAMPLE_MS = 2_000

// The history is never cached.
const fresh = { staleTime: 0, gcTime: 0 }
const live = { refetchInterval: fallbackInterval, ...fresh }

export const recentCalls = {
  ...endpointQuery('callHistory', ['calls', 'recent'], { query: { limit: RECENT } }),
  ...live,
}

export const callProgress = { ...endpointQuery('callProgress', ['calls', 'progress']), ...live }

export const callPages = infiniteQueryOptions({
  queryKey: ['calls', 'pages'],
  queryFn: ({ pageParam, signal }) =>
    call('callHistory', { query: { limit: PAGE, ...(pageParam !== null && { before: pageParam }) }, signal }),
  initialPageParam: null as number | null,
  getNextPageParam: (page: Call[]) => (page.length < PAGE ? undefined : page.at(-1)?.id),
  ...live,
})

const MOST_TRIES = 3

/** Fetches one more page. Tries again, because a refetch, such as after a call's event, cancels the fetch. */
export async function fetchOlder({ data, fetchNextPage }: InfiniteQueryObserverResult<InfiniteData<Call[]>>) {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const now = await fetchNextPage({ cancelRefetch: false })
    if (now.isFetchNextPageError || now.data?.pages.length !== data?.pages.length) return
  }
}

export const openMorning = { ...endpointQuery('openMorning', ['calls', 'morning']), ...live }

/** Under the schedules' key: events about schedules and calls refetch it, as does any mutation. */
export const nextCallWords = (version: number) =>
  queryOptions({
    queryKey: ['schedules', 'next-call-words', version],
    queryFn: async ({ signal }) => ({ version, words: await call('nextCallWords', { query: { version }, signal }) }),
    ...live,
  })

const CARRIER_ASKED_EVERY_MS = 60_000

/** Refetched with this person's calls and every minute, because it may start with somebody else's call. */
export const carrierState = {
  ...endpointQuery('carrierState', ['calls', 'carrier']),
  refetchInterval: CARRIER_ASKED_EVERY_MS,
  staleTime: 0,
}

export const callDetails = (id: number) => ({ ...endpointQuery('getCall', ['calls', 'one', id], { id }), ...fresh })

export const startSample = mutationOptions({
  async mutationFn() {
    const zone = reportedZone() // a person without a schedule hears the time of their location
    await call('startSample', { body: zone === null ? {} : { timezone: zone.slice(0, 64) } })
    setTimeout(() => void queryClient.invalidateQueries({ queryKey: ['calls'] }), REFETCH_AFTER_SAMPLE_MS)
  },
})
