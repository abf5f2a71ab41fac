import type { Call } from '@reveille/contract/calls'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../api/queries.tsx'
import { callPages, fetchOlder } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

test('HIST-4 older calls come although an event about calls refetches the page meanwhile', async () => {
  history(245)
  const answer = fetch
  const events: (() => void)[] = [() => void queryClient.invalidateQueries(callPages)]
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('before')) events.pop()?.()
    return answer(url)
  })
  queryClient.clear()
  const observer = new InfiniteQueryObserver(queryClient, callPages)
  const leave = observer.subscribe(() => undefined)
  await observer.refetch()
  await fetchOlder(observer.getCurrentResult())
  expect(observer.getCurrentResult().data?.pages).toHaveLength(2)
  void observer.refetch()
  await fetchOlder(observer.getCurrentResult())
  leave()
  expect(observer.getCurrentResult().data?.pages).toHaveLength(3)
})

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
