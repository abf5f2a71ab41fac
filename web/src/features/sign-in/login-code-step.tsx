import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { rememberSignedIn } from '../../session/browser-evidence.ts'
import { forgetEntryDraft, type EntryDraft } from '../../session/entry-draft.ts'
import { afterSignIn } from '../../session/leave-for-login.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import type { Complaint } from '../../ui/complaint.ts'
import { ResendButton } from '../../ui/resend-button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { logIn, requestEmailCode } from './api.ts'

type Props = {
  draft: EntryDraft
  change: (change: Partial<EntryDraft>) => void
  sentTo: string
  onBack: () => void
}

export function LoginCodeStep({ draft, change, sentTo: email, onBack }: Props) {
  const { otp, rememberMe } = draft
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<Complaint | null>(null)
  const enter = useMutation({ ...logIn, onSuccess: goOn, onError: (failure) => complain(failure, field.current) })
  const resend = useMutation({
    ...requestEmailCode,
    onSuccess: () => {
      change({ sentAt: Date.now() })
      showToast({ title: 'Verification code sent', message: 'Please check your email for a verification code.' })
    },
    onError: (failure) => {
      const message = messageOf(failure, 'Could not send verification code. Please try again.')
      showToast({ title: 'Failed to send code', message, tone: 'error' })
    },
  })
  useEffect(() => field.current?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    setError(otp === '' ? CODE_REQUIRED : null)
    if (otp === '') field.current?.focus()
    else if (!enter.isPending && !enter.isSuccess) enter.mutate({ email, otp, rememberMe })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p>
        We sent a code to <strong className="wrap-anywhere">{email}</strong>
      </p>
      <CodeField
        ref={field}
        label="Verification code"
        value={otp}
        onChange={(typed) => change({ otp: typed })}
        error={error}
      />
      <Button type="submit" pending={(enter.isPending || enter.isSuccess) && 'Signing in…'}>
        Sign in
      </Button>
      <div className="-mx-3.5 flex flex-wrap justify-between gap-1">
        <Button look="quiet" size="small" onClick={onBack}>
          Use a different email
        </Button>
        <ResendButton
          label="Resend verification code"
          sentAt={draft.sentAt}
          pending={resend.isPending}
          onResend={() => resend.mutate(email)}
        />
      </div>
    </form>
  )
}

const CODE_REQUIRED = {
  title: 'Verification code required',
  message: 'Please enter the verification code sent to your email.',
}

function goOn() {
  showToast({ title: 'Login successful', message: 'Loading your dashboard...' })
  rememberSignedIn(true)
  forgetEntryDraft()
  location.assign(afterSignIn(location.search))
}

function complain(failure: unknown, field: HTMLInputElement | null) {
  const message = messageOf(failure, 'Invalid verification code. Please try again.')
  showToast({ title: 'Login failed', message, tone: 'error' })
  field?.select()
}
