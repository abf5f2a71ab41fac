import type { Account } from '@reveille/contract/accounts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** Polling interval while an archive is built (ms), in case the live event is lost. */
const EXPORT_POLL_MS = 3_000

/** Apart from the mutations, because the dashboard loads it too. */
export const account = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => call('getAccount', { signal }),
  refetchInterval: ({ state }) => (isBeingMade(state.data) ? EXPORT_POLL_MS : false),
})

const isBeingMade = (data: Account | undefined): boolean => data?.latestExport?.readyAt === null
