import type { Account, ConsentChange } from '@reveille/contract/accounts'
import { mutationOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { account } from '../../api/account-query.ts'
import { call, type CallOptions } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { queryClient } from '../../api/queries.tsx'
import { saveOver, type Over } from '../../api/save-over.ts'
import { withCaptcha } from '../../captcha/with-captcha.ts'
import type { Proof } from '../../proof/proof-dialog.tsx'

/** Shows a change before the refetch. */
export function keepAccount(changed: Account): Account {
  queryClient.setQueryData(account.queryKey, changed)
  return changed
}

export const changeAccount = ({ over, ...body }: NonNullable<CallOptions<'changeAccount'>['body']> & { over?: Over }) =>
  saveOver(over, (version) => call('changeAccount', { body, version })).then(keepAccount)

export const changeConsents = ({ version, ...body }: z.input<typeof ConsentChange> & { version?: number }) =>
  call('changeConsents', { body, version }).then(keepAccount)

export const changeEmail = (email: string) =>
  withCaptcha((captcha) => call('changeEmail', { body: { email, captcha } }))

export const deleteAccount = mutationOptions({
  mutationFn: (body: { word: string } & Proof) => call('deleteAccount', { body }),
  meta: { refetch: 'never' }, // the account is gone: 401s would redirect to the login page
})

export const sessionList = endpointQuery('listSessions', ['account', 'sessions'])

export const accountActivity = endpointQuery('accountActivity', ['account', 'activity'])
