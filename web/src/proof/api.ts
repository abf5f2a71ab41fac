import { mutationOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { withCaptcha } from '../captcha/with-captcha.ts'

/** Codes to the person's own address; a required captcha is solved invisibly. */
export const sendAccountCode = mutationOptions({
  mutationFn: (purpose: 'proof' | 'deletion') =>
    withCaptcha((captcha) => call('sendAccountCode', { body: { purpose, captcha } })),
})

export const proveAccount = mutationOptions({ mutationFn: (otp: string) => call('proveAccount', { body: { otp } }) })
