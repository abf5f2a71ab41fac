import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { statusOf } from '../../api/api-failure.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.tsx'
import { withCaptcha } from '../../captcha/with-captcha.ts'

/**
 * PHONE-5: a text with a code. `captcha` is the answer of a ticked box; without one, or when this number needs a harder
 * one, the captcha is solved unseen and the request made once more.
 */
export async function requestPhoneCode({ phone, captcha }: { phone: string; captcha?: string | undefined }) {
  await withCaptcha((solved) => call('sendPhoneCode', { body: { phone, captcha: solved ?? captcha } }), phone)
  void queryClient.resetQueries({ queryKey: phoneCodeStatus(phone).queryKey }) // that was of the code before
}

export const sendPhoneCode = mutationOptions({ mutationFn: requestPhoneCode })

const ASK_EVERY_MS = 2_000

/**
 * PHONE-6: what became of the text with the code, asked until the carrier has answered; and again in a tab that is come
 * back to, because another one may have asked for another code.
 */
export const phoneCodeStatus = (phone: string) =>
  queryOptions({
    queryKey: ['phone-code', phone],
    queryFn: ({ signal }) => call('phoneCodeStatus', { query: { phone }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval({ state: { data, error } }) {
      if (statusOf(error) === 404) return false // by the version before, in a rolling update
      return data === undefined || data.status === 'waiting' || data.status === 'late' ? ASK_EVERY_MS : false
    },
  })

export const verifyPhoneCode = mutationOptions({
  mutationFn: (body: { phone: string; otp: string }) => call('verifyPhoneCode', { body }),
})
