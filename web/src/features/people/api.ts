import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const peoplePage = (page: number) =>
  queryOptions({
    queryKey: ['people', page],
    queryFn: ({ signal }) => call('listPeople', { query: { page }, signal }),
  })
