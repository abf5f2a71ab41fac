import type { Account } from '@reveille/contract/accounts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** While an archive is made, asks for it until it is there, should the bell not say so (ms). */
const EXPORT_POLL_MS = 3_000

/** The person's own account; apart from what changes it, because the dashboard reads it too. */
export const account = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => call('getAccount', { signal }),
  refetchInterval: ({ state }) => (isBeingMade(state.data) ? EXPORT_POLL_MS : false),
})

const isBeingMade = (data: Account | undefined): boolean => data?.latestExport?.readyAt === null
