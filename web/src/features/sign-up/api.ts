import { mutationOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { withCaptcha } from '../../captcha/with-captcha.ts'

export const requestEmailCode = mutationOptions({
  mutationFn: (email: string) => withCaptcha((captcha) => call('requestEmailCode', { body: { email, captcha } })),
})

export const createAccount = mutationOptions({
  mutationFn: (body: { email: string; otp: string; name: string }) => call('signUp', { body }),
})
