import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { now } from '../../browser/clock.ts'
import { paths } from '../../paths.ts'
import type { EntryDraft } from '../../session/entry-draft.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { requestEmailCode, toastCodeMailed } from './request-email-code.ts'
import { hasSignupCode } from './valid-code.ts'

/** SIGNUP-3: long enough to read why the page changes. */
const TO_LOGIN_AFTER_MS = 2_000

/**
 * Sends the code of step 1. One that the login page just sent to the same address is still valid: then none is sent.
 */
export function useSendSignupCode(
  draft: EntryDraft,
  change: (change: Partial<EntryDraft>) => void,
  onSent: () => void,
): { pending: boolean; failure: unknown; start: (email: string) => void } {
  const [, navigate] = useLocation()
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(leaving.current), [])
  const send = useMutation({
    ...requestEmailCode,
    onSuccess({ type }, email) {
      change({ email, otp: '', sentTo: email, sentAt: now(), sentFor: type })
      if (type !== 'login') {
        toastCodeMailed()
        return onSent()
      }
      showToast({
        title: 'Email already registered',
        message: 'This email is already registered. Please login instead.',
      })
      leaving.current = setTimeout(() => navigate(paths.login), TO_LOGIN_AFTER_MS)
    },
  })

  function start(email: string): void {
    if (send.isPending) return
    if (hasSignupCode(draft, email, now())) onSent()
    else send.mutate(email)
  }
  return { pending: send.isPending, failure: send.error, start }
}
