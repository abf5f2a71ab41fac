import { CODE_DIGITS } from '@reveille/core/sign-in/one-time-code'
import { type MutationOptions, useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { complaintOf, reasonOf } from '../../api/api-failure.ts'
import { isSignUpOpen, sendsMail } from '../../api/installation.ts'
import { now } from '../../browser/clock.ts'
import type { EntryDraft } from '../../session/entry-draft.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/form/code-field.tsx'
import type { Complaint } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { ResendButton } from '../../ui/form/resend-button.tsx'
import { requestEmailCode, toastCodeMailed, unsentCode } from './request-email-code.ts'

export const codeTitle = () => (sendsMail() ? 'Check your email' : 'Answer your phone')

type Entering = {
  /** The button's label, and its label while the request runs. */
  label: string
  pendingLabel: string
  enter: (otp: string) => Promise<unknown>
  onEntered: () => void
  /** The title for a refused code. */
  refusal: string
}

type CodeFormProps = Entering & {
  sentTo: ReactNode
  otp: string
  onType: (otp: string) => void
  sentAt: number
  resend: MutationOptions<unknown, Error, void>
  resendLabel: string
  back?: { label: string; run: () => void }
}

export function CodeForm({ otp, onType, sentTo, sentAt, back, resendLabel, ...step }: CodeFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<Complaint | null>(null)
  const enter = useMutation({ mutationFn: step.enter, onSuccess: step.onEntered, onError: refuse })
  const resend = useMutation(step.resend)
  useEffect(() => field.current?.focus(), [])

  function refuse(failure: unknown, tried: string): void {
    const isRetyped = tried !== otp
    if (!isRetyped || reasonOf(failure) !== 'code-wrong') setError(complaintOf(step.refusal, failure))
    else if (otp.length === CODE_DIGITS) enter.mutate(otp)
    if (!isRetyped) field.current?.select()
  }

  function submit() {
    setError(otp === '' ? codeRequired() : null)
    if (otp === '') field.current?.focus()
    else if (!enter.isPending && !enter.isSuccess) enter.mutate(otp)
  }

  return (
    <Form data-second-step onSubmit={submit} className="flex flex-col gap-5">
      {sentTo}
      <CodeField
        ref={field}
        label="Verification code"
        submits
        value={otp}
        onChange={(typed) => {
          setError(null)
          if (resend.isError) resend.reset()
          onType(typed)
        }}
        error={error ?? unsentCode(resend.error)}
      />
      <Button type="submit" pending={(enter.isPending || enter.isSuccess) && step.pendingLabel}>
        {step.label}
      </Button>
      <div className="-mx-3.5 flex flex-wrap justify-between gap-1">
        {back && (
          <Button look="quiet" size="small" onClick={back.run}>
            {back.label}
          </Button>
        )}
        <ResendButton label={resendLabel} sentAt={sentAt} pending={resend.isPending} onResend={() => resend.mutate()} />
      </div>
    </Form>
  )
}

type MailedProps = Entering & {
  draft: EntryDraft
  change: (change: Partial<EntryDraft>) => void
  sentTo: string
  onBack: () => void
  /** The secret of the link that leads here. */
  link?: string | undefined
}

export function MailedCodeForm({ draft, change, sentTo: email, onBack, link, ...entering }: MailedProps) {
  const request = requestEmailCode(link)
  return (
    <CodeForm
      {...entering}
      otp={draft.otp}
      onType={(otp) => change({ otp })}
      sentTo={<SentTo email={email} isSure={link !== undefined || isSignUpOpen()} />}
      sentAt={draft.sentAt}
      resend={{
        mutationFn: async () => {
          const sent = await request(email)
          change({ sentAt: now() })
          toastCodeMailed(sent)
        },
      }}
      resendLabel={sendsMail() ? 'Resend verification code' : 'Call me again'}
      back={{ label: 'Use a different email', run: onBack }}
    />
  )
}

/** A private installation doesn't say whether it knows the address. */
function SentTo({ email, isSure }: { email: string; isSure: boolean }) {
  const address = <strong className="wrap-anywhere">{email}</strong>
  if (!sendsMail())
    return (
      <p>
        If {address} has an account with a verified number, that phone will ring in a moment. Press 1 to hear the code.
      </p>
    )
  return isSure ? <p>We sent a code to {address}</p> : <p>If {address} has an account, a code is on its way.</p>
}

const codeRequired = () => ({
  title: 'Verification code required',
  message: sendsMail()
    ? 'Please enter the verification code sent to your email.'
    : 'Please enter the code from the call.',
})
