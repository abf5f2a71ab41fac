import type { Account, ConsentChange } from '@reveille/contract/accounts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call, type CallOptions } from '../../api/call.ts'
import { queryClient } from '../../api/queries.tsx'
import { saveOver, type Over } from '../../api/save-over.ts'
import { withCaptcha } from '../../captcha/with-captcha.ts'
import type { Proof } from '../../proof/proof-dialog.tsx'
import { account } from './account-query.ts'

/** The account's current version, if no field that the form shows has changed. */
export const newerAccount =
  (isSame: (now: Account) => boolean): NonNullable<Over['newer']> =>
  async () => {
    const now = await queryClient.fetchQuery({ ...account, staleTime: 0 })
    return isSame(now) ? now.version : null
  }

const keep = (changed: Account) => queryClient.setQueryData(account.queryKey, changed)

export const changeAccount = mutationOptions({
  mutationFn: ({ over, ...body }: NonNullable<CallOptions<'changeAccount'>['body']> & { over?: Over }) =>
    saveOver(over, (version) => call('changeAccount', { body, version })),
  onSuccess: keep,
})

/** Sends the code that turns calls back on, to the number that stopped them. */
export const sendCallsCode = mutationOptions({
  mutationFn: (as: 'first' | 'second') => call('sendCallsCode', { body: { as } }),
})

/** `phone`: the number on the page; a different one stays. */
export const removeSecondPhone = mutationOptions({
  mutationFn: () => call('removeSecondPhone', { version: queryClient.getQueryData(account.queryKey)?.version }),
})

export const changeConsents = mutationOptions({
  mutationFn: ({ version, ...body }: z.input<typeof ConsentChange> & { version?: number }) =>
    call('changeConsents', { body, version }),
  onSuccess: keep,
})

/** Whether up to nine calls on one morning are fine. */
export const answerLadder = mutationOptions({
  mutationFn: (agreed: boolean) => call('answerLadder', { body: { agreed } }),
  onSuccess: keep,
})

/** Returns the address, which is never shown again. */
export const resetCalendar = mutationOptions({
  mutationFn: () => call('resetCalendar'),
  onSuccess: () =>
    queryClient.setQueryData(account.queryKey, (before) => before && { ...before, hasCalendarUrl: true }),
})

export const changeEmail = mutationOptions({
  mutationFn: (email: string) => withCaptcha((captcha) => call('changeEmail', { body: { email, captcha } })),
})

export const verifyEmailChange = mutationOptions({
  mutationFn: (body: { email: string; otp: string }) => call('verifyEmailChange', { body }),
  onSuccess: keep,
})

export const requestExport = mutationOptions({ mutationFn: () => call('requestExport') })

/** Asks whether an archive may be downloaded now, before the browser navigates to it. */
export const startDownload = mutationOptions({ mutationFn: (id: number) => call('startDownload', { id }) })

export const deleteAccount = mutationOptions({
  mutationFn: (body: { word: string } & Proof) => call('deleteAccount', { body }),
  meta: { refetch: 'never' }, // the account is gone: 401s would redirect to the login page
})

export const sessionList = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call('listSessions', { signal }),
})

export const accountActivity = queryOptions({
  queryKey: ['account', 'activity'],
  queryFn: ({ signal }) => call('accountActivity', { signal }),
})

export const endOtherSessions = mutationOptions({ mutationFn: () => call('endOtherSessions') })
