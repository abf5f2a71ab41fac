import type { NewPersonalization } from '@reveille/contract/preferences'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.tsx'
import { askSessionAgain } from '../../session/session-store.ts'

/** Null when nothing was chosen so far. */
export const personalization = queryOptions({
  queryKey: ['personalization'],
  queryFn: ({ signal }) => call('getPersonalization', { signal }),
})

export const voiceList = queryOptions({
  queryKey: ['voices'],
  queryFn: ({ signal }) => call('listVoices', { signal }),
})

export const savePersonalization = mutationOptions({
  mutationFn: (body: NewPersonalization) => call('savePersonalization', { body }),
  onSuccess(saved) {
    queryClient.setQueryData(personalization.queryKey, saved)
    askSessionAgain() // `isPersonalized` is part of it
  },
})
