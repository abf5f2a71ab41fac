import { mutationOptions } from '@tanstack/react-query'
import { complaintOf } from '../../api/api-failure.ts'
import { call } from '../../api/call.ts'
import { withCaptcha } from '../../captcha/with-captcha.ts'
import type { Complaint } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'

/** A code by email, the same for returning and new people (LOGIN-7). */
export const requestEmailCode = mutationOptions({
  mutationFn: (email: string) => withCaptcha((captcha) => call('requestEmailCode', { body: { email, captcha } })),
})

/** LOGIN-6: why no code was sent, for the field that it was asked from; null without a failure. */
export function unsentCode(failure: unknown): Complaint | null {
  return failure
    ? complaintOf('Failed to send code', failure, 'Could not send verification code. Please try again.')
    : null
}

/** The toast once the email is under way. */
export function toastCodeMailed(): void {
  showToast({ title: 'Verification code sent', message: 'Please check your email for a verification code.' })
}

export const logIn = (body: { email: string; otp: string; rememberMe: boolean }) => call('login', { body })

export const createAccount = (body: { email: string; otp: string; name: string; rememberMe: boolean }) =>
  call('signUp', { body })
