import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The public settings of this installation. */
export const clientConfig = queryOptions({
  queryKey: ['client-config'],
  queryFn: ({ signal }) => call('clientConfig', { signal }),
  staleTime: 'static',
})
