import type { Account, ConsentChange } from '@reveille/contract/accounts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call, type CallOptions } from '../../api/call.ts'
import { queryClient } from '../../api/queries.tsx'
import { saveOver, type Over } from '../../api/save-over.ts'
import { withCaptcha } from '../../captcha/with-captcha.ts'
import { account } from './account-query.ts'

/** The account as it is now: its version, where a form shows nothing else than before. */
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

/** Texts the code that turns stopped calls back on, to the number that they were stopped for. */
export const sendCallsCode = mutationOptions({
  mutationFn: (as: 'first' | 'second') => call('sendCallsCode', { body: { as } }),
})

/** Of the account that is shown: another number than that stays. */
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
