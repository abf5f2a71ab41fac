import type { Call } from '@reveille/contract/calls'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../api/queries.tsx'
import { callPages } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

/** Serves this many calls, paged like the server's: newest first, before an id. */
function history(count: number): void {
  const calls = Array.from({ length: count }, (_, index) => ({ id: count - index }) as Call)
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url, 'https://reveille.example').searchParams
    const before = Number(query.get('before') ?? Infinity)
    return Response.json(calls.filter(({ id }) => id < before).slice(0, Number(query.get('limit'))))
  })
}

test.each([0, 1, 99, 100, 101, 200, 245])(
  'HIST-4 a history of %i calls is shown page by page, each call once',
  async (count) => {
    history(count)
    queryClient.clear()
    const observer = new InfiniteQueryObserver(queryClient, callPages)
    const leave = observer.subscribe(() => undefined)
    const { data: first } = await observer.refetch()
    expect(first?.pages[0]).toHaveLength(Math.min(count, 100))
    while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage()
    const shown = observer
      .getCurrentResult()
      .data?.pages.flat()
      .map(({ id }) => id)
    leave()
    expect(shown).toEqual(Array.from({ length: count }, (_, index) => count - index))
  },
)
