import { mutationOptions, useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { useFailure } from '../api/use-failure.ts'
import { now } from '../browser/clock.ts'
import { withCaptcha } from '../captcha/with-captcha.ts'

/** Codes to the account's address; a required captcha is solved in the background. */
const sendAccountCode = mutationOptions({
  mutationFn: (purpose: 'proof' | 'deletion') =>
    withCaptcha((captcha) => call('sendAccountCode', { body: { purpose, captcha } })),
})

export const proveAccount = mutationOptions({ mutationFn: (otp: string) => call('proveAccount', { body: { otp } }) })

/** Mails a code on demand, and holds the input. */
export function useMailedCode(purpose: 'proof' | 'deletion') {
  const [sentAt, setSentAt] = useState(now)
  const [otp, setOtp] = useState('')
  const unsent = useFailure('Failed to send code')
  const send = useMutation({
    ...sendAccountCode,
    ...unsent.of,
    onSuccess: () => setSentAt(now()),
    onError(failure) {
      setSentAt(0) // no countdown
      unsent.of.onError(failure)
    },
  })
  const { mutate } = send
  const asked = useRef(false)
  useEffect(() => {
    if (!asked.current) mutate(purpose)
    asked.current = true
  }, [mutate, purpose])
  const resend = { sentAt, pending: send.isPending, onResend: () => mutate(purpose) }
  return { otp, setOtp, unsent: unsent.complaint, resend }
}
