import type { Account } from '@reveille/contract/accounts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Polling interval while an archive is built, in case the bell does not report it (ms). */
const EXPORT_POLL_MS = 3_000

/** The person's own account; separate from its mutations, because the dashboard reads it too. */
export const account = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => call('getAccount', { signal }),
  refetchInterval: ({ state }) => (isBeingMade(state.data) ? EXPORT_POLL_MS : false),
})

const isBeingMade = (data: Account | undefined): boolean => data?.latestExport?.readyAt === null
