import { mutationOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { withCaptcha } from '../../captcha/with-captcha.ts'

/**
 * PHONE-5: a text with a code. `captcha` is the answer of a ticked box; without one, or when this number needs a harder
 * one, the captcha is solved unseen and the request made once more.
 */
export const requestPhoneCode = ({ phone, captcha }: { phone: string; captcha?: string | undefined }) =>
  withCaptcha((solved) => call('sendPhoneCode', { body: { phone, captcha: solved ?? captcha } }), phone)

export const sendPhoneCode = mutationOptions({ mutationFn: requestPhoneCode })

export const verifyPhoneCode = mutationOptions({
  mutationFn: (body: { phone: string; otp: string }) => call('verifyPhoneCode', { body }),
})
