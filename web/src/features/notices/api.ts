import type { Notices } from '@reveille/contract/notices'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.tsx'
import { fallbackInterval } from '../../live/live-updates.ts'

export const noticeList = queryOptions({
  queryKey: ['notices'],
  queryFn: ({ signal }) => call('listNotices', { signal }),
  refetchInterval: fallbackInterval,
})

/** All up to the newest that the person has seen. */
export const readNotices = mutationOptions({
  mutationFn: (upTo: number) => call('readNotices', { body: { upTo } }),
  onSuccess: (notices: Notices) => queryClient.setQueryData(noticeList.queryKey, notices),
})
