import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFailure } from '../api/use-failure.ts'
import { now } from '../browser/clock.ts'
import { sendAccountCode } from './api.ts'

/** A code that is mailed as soon as it is needed, and the input so far. */
export function useMailedCode(purpose: 'proof' | 'deletion') {
  const [sentAt, setSentAt] = useState(now)
  const [otp, setOtp] = useState('')
  const unsent = useFailure('Failed to send code')
  const send = useMutation({
    ...sendAccountCode,
    ...unsent.of,
    onSuccess: () => setSentAt(now()),
    onError(failure) {
      setSentAt(0) // none to wait for
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
