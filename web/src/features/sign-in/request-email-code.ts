import { mutationOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { toastFailure } from '../../api/toast-failure.ts'
import { withCaptcha } from '../../captcha/with-captcha.ts'
import { showToast, toastStore } from '../../ui/toast/toast-store.ts'

const MAILING = 'a code by email'

/** A code by email, the same for returning and new people (LOGIN-7). */
export const requestEmailCode = mutationOptions({
  mutationFn: async (email: string) => {
    const sent = await withCaptcha((captcha) => call('requestEmailCode', { body: { email, captcha } }))
    toastStore.withdraw(MAILING)
    return sent
  },
  onError: toastFailure('Failed to send code', {
    otherwise: 'Could not send verification code. Please try again.',
    about: MAILING,
  }),
})

/** The toast once the email is under way. */
export function toastCodeMailed(): void {
  showToast({ title: 'Verification code sent', message: 'Please check your email for a verification code.' })
}
