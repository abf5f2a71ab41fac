import type { PersonAct } from '@reveille/contract/people'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.tsx'

const KEY = ['people']
const again = () => queryClient.invalidateQueries({ queryKey: KEY })

export const peoplePage = (page: number) =>
  queryOptions({
    queryKey: [...KEY, page],
    queryFn: ({ signal }) => call('listPeople', { query: { page }, signal }),
    retry: false,
  })

export const inviteSomebody = mutationOptions({
  mutationFn: (body: { name?: string; email?: string }) => call('invite', { body }),
  onSuccess: again,
})

export const withdrawInvitation = mutationOptions({
  mutationFn: (id: number) => call('withdrawInvitation', { id }),
  onSuccess: again,
})

export const actOnPerson = mutationOptions({
  mutationFn: ({ id, ...body }: PersonAct & { id: number }) => call('actOnPerson', { id, body }),
  onSuccess: again,
})

export const checkSetup = mutationOptions({ mutationFn: () => call('setup') })
