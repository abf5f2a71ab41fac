import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { leaveWhenSignedOut } from '../session/leave-for-login.ts'

declare module '@tanstack/react-query' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Register {
    mutationMeta: { refetch?: 'never' | 'also after a failure' }
  }
}

/**
 * API-2: no retries, no refetch on window focus, no automatic staleness. Nothing waits in the browser for the network
 * either: a wake-up call is saved, or the person is told that it is not.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  mutationCache: new MutationCache({ onError: leaveWhenSignedOut, onSettled: refetchAfter }),
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: Infinity, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

type Settled = NonNullable<MutationCache['config']['onSettled']>

/**
 * Everything shown, for a change may show anywhere: resuming a schedule turns all calls on again. A form survives
 * its failed save: nothing around it is fetched then. What never changes has `staleTime: 'static'`.
 */
function refetchAfter(...[, error, , , { meta }]: Parameters<Settled>): ReturnType<Settled> {
  if (error === null ? meta?.refetch === 'never' : meta?.refetch !== 'also after a failure') return
  return queryClient.invalidateQueries()
}

/** Wraps each page that fetches data from the server; the landing page does not. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
