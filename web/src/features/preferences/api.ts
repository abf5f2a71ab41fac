import type { NewPreferences } from '@reveille/contract/preferences'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.tsx'
import { askSessionAgain } from '../../session/session-store.ts'

/** Null while nothing was chosen. */
export const savedPreferences = queryOptions({
  queryKey: ['account', 'preferences'],
  queryFn: ({ signal }) => call('getPreferences', { signal }),
})

export const voiceList = queryOptions({
  queryKey: ['voices'],
  queryFn: ({ signal }) => call('listVoices', { signal }),
  staleTime: 'static',
})

export const savePreferences = mutationOptions({
  mutationFn: (body: NewPreferences) => call('savePreferences', { body }),
  onSuccess(saved) {
    queryClient.setQueryData(savedPreferences.queryKey, saved)
    askSessionAgain() // `isPersonalized` is part of it
  },
})
