import type { Account, ConsentChange } from '@reveille/contract/accounts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call, type CallOptions } from '../../api/call.ts'
import { queryClient } from '../../api/queries.tsx'
import { withCaptcha } from '../../captcha/with-captcha.ts'
import { account } from './account-query.ts'

const keep = (changed: Account) => queryClient.setQueryData(account.queryKey, changed)

export const changeAccount = mutationOptions({
  mutationFn: (body: NonNullable<CallOptions<'changeAccount'>['body']>) => call('changeAccount', { body }),
  onSuccess: keep,
})

/** Texts the code that turns stopped calls back on, to the number that they were stopped for. */
export const sendCallsCode = mutationOptions({
  mutationFn: (as: 'first' | 'second') => call('sendCallsCode', { body: { as } }),
})

export const removeSecondPhone = mutationOptions({ mutationFn: () => call('removeSecondPhone') })

export const changeConsents = mutationOptions({
  mutationFn: (body: z.input<typeof ConsentChange>) => call('changeConsents', { body }),
  onSuccess: keep,
})

/** Whether up to nine calls on one morning are fine. */
export const answerLadder = mutationOptions({
  mutationFn: (agreed: boolean) => call('answerLadder', { body: { agreed } }),
  onSuccess: keep,
})

/** Answers with the address, which can't be asked for again (ACCT-4). */
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

/** Asks whether an archive may be downloaded now; the page that may follows its address. */
export const startDownload = mutationOptions({ mutationFn: (id: number) => call('startDownload', { id }) })

export const deleteAccount = mutationOptions({
  mutationFn: (body: { word: string; otp: string }) => call('deleteAccount', { body }),
  meta: { refetch: 'never' }, // nothing is left, and the refusals would lead to the login page
})

export const sessionList = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call('listSessions', { signal }),
})

/** ACCT-5 */
export const accountActivity = queryOptions({
  queryKey: ['account', 'activity'],
  queryFn: ({ signal }) => call('accountActivity', { signal }),
})

export const endOtherSessions = mutationOptions({ mutationFn: () => call('endOtherSessions') })
