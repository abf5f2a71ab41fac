import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { reasonOf } from '../../api/api-failure.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.tsx'
import { withCaptcha } from '../../captcha/with-captcha.ts'

/**
 * PHONE-5: a text with a code. `captcha` is the solution of a ticked box; without one, or when this number needs a
 * harder one, the captcha is solved invisibly and the request repeated once.
 */
export async function requestPhoneCode({ phone, captcha }: { phone: string; captcha?: string | undefined }) {
  await withCaptcha((solved) => call('sendPhoneCode', { body: { phone, captcha: solved ?? captcha } }), phone)
  void queryClient.resetQueries({ queryKey: phoneCodeStatus(phone).queryKey }) // that was the previous code's
}

export const sendPhoneCode = mutationOptions({ mutationFn: requestPhoneCode })

const ASK_EVERY_MS = 2_000

/**
 * PHONE-6: the delivery state of the text with the code, polled until the carrier has answered; and again when a tab is
 * shown, because another one may have requested another code.
 */
export const phoneCodeStatus = (phone: string) =>
  queryOptions({
    queryKey: ['phone-code', phone],
    queryFn: ({ signal }) => call('phoneCodeStatus', { query: { phone }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval({ state: { data, error } }) {
      if (reasonOf(error) === 'not-found') return false // sent by the previous version, in a rolling update
      return data === undefined || data.status === 'waiting' || data.status === 'late' ? ASK_EVERY_MS : false
    },
  })

/** 'That wasn't me' after a change of the wake-up number (S71). */
export const disownNumber = mutationOptions({
  mutationFn: (token: string) => call('notMe', { body: { token } }),
})

export const verifyPhoneCode = mutationOptions({
  mutationFn: (body: { phone: string; otp: string }) => call('verifyPhoneCode', { body }),
})
