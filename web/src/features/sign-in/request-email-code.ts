import { complaintOf } from '../../api/api-failure.ts'
import { call } from '../../api/call.ts'
import { withCaptcha } from '../../captcha/with-captcha.ts'
import type { Complaint } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'

/** `link`: the secret of an invitation or a setup link. */
export const requestEmailCode = (link?: string) => (email: string) =>
  withCaptcha((captcha) => call('requestEmailCode', { body: { email, captcha, link } }))

export function unsentCode(failure: unknown): Complaint | null {
  return failure
    ? complaintOf('Failed to send code', failure, 'Could not send verification code. Please try again.')
    : null
}

export function toastCodeMailed({ message }: { message: string }): void {
  showToast({ title: 'Verification code sent', message })
}
