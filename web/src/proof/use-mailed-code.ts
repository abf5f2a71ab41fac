import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toastFailure } from '../api/toast-failure.ts'
import { sendAccountCode } from './api.ts'

/** A code that is mailed as soon as it is needed, and the input so far. */
export function useMailedCode(purpose: 'proof' | 'deletion') {
  const [sentAt, setSentAt] = useState(() => Date.now())
  const [otp, setOtp] = useState('')
  const send = useMutation({
    ...sendAccountCode,
    onSuccess: () => setSentAt(Date.now()),
    onError: toastFailure('Failed to send code'),
  })
  const { mutate } = send
  const asked = useRef(false)
  useEffect(() => {
    if (!asked.current) mutate(purpose)
    asked.current = true
  }, [mutate, purpose])
  return { otp, setOtp, resend: { sentAt, pending: send.isPending, onResend: () => mutate(purpose) } }
}
