import { MutationCache, notifyManager, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { leaveWhenSignedOut } from '../session/leave-for-login.ts'

declare module '@tanstack/react-query' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Register {
    mutationMeta: { refetch?: 'never' | 'also after a failure' }
  }
}

// Tell React at once: a second tap that waited behind a busy page must find the button pending.
notifyManager.setScheduler(queueMicrotask)

/**
 * No retries, no refetch on window focus, no automatic staleness. Nothing waits in the browser for the network
 * either: a wake-up call is saved, or the person is told that it is not.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  mutationCache: new MutationCache({
    onSuccess(_data, _variables, _context, change) {
      if (change.meta?.refetch !== 'never') refetchAfter(change)
    },
    onError(error, _variables, _context, change) {
      leaveWhenSignedOut(error)
      if (change.meta?.refetch === 'also after a failure') refetchAfter(change)
    },
    onSettled: (...[, , , , change]) => fetches.get(change),
  }),
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: Infinity, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** For a mutation whose page shows whether it was done, even if the response was lost. */
export const alwaysRefetched = { meta: { refetch: 'also after a failure' } } as const

/** Refetches that a mutation started: it stays pending until they finish, so no card shows an old switch. */
const fetches = new WeakMap<object, Promise<void>>()

/**
 * Refetch everything on the page after a mutation: resuming a schedule, for one, turns all calls on again. Skipped after
 * a failure, which would re-render a form. Data that never changes has `staleTime: 'static'`.
 */
function refetchAfter(change: object): void {
  fetches.set(change, queryClient.invalidateQueries())
}

/** Wraps each page that fetches data from the server; the landing page does not. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
