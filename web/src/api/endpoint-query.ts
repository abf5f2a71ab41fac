import type { EndpointName } from '@reveille/contract/endpoints'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { call, type CallOptions } from './call.ts'

export const endpointQuery = <N extends EndpointName>(
  name: N,
  queryKey: QueryKey,
  options: Omit<CallOptions<N>, 'signal'> = {},
) => queryOptions({ queryKey, queryFn: ({ signal }) => call(name, { ...options, signal }) })
