import { readableText } from '@reveille/core/people/typed-text'
import { CODE_DIGITS } from '@reveille/core/sign-in/one-time-code'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { complaintOf } from '../../api/api-failure.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { CodeBoxes } from '../../ui/form/code-boxes.tsx'
import { codeDigits } from '../../ui/form/code-field.tsx'
import type { Complaint } from '../../ui/form/complaint.ts'
import { verifyPhoneCode } from './api.ts'
import { AnotherCode } from './code/another-code.tsx'
import { CodeDestination } from './code/code-destination.tsx'
import { useTextedCode } from './code/use-texted-code.ts'
import { usePhoneDraft } from './number/phone-draft.ts'
import { CallConsent } from './number/phone-number-fields.tsx'
import { boxesFailure } from './phone-failures.ts'
import { usePhoneProven, type RetryProven } from './use-phone-proven.tsx'
import { usePhoneVerified } from './use-phone-verified.ts'
import { useTakeOver } from './use-take-over.tsx'

/** PHONE-10: an expired code is replaced automatically, after time to read why. */
const RESEND_AFTER_MS = 500

export function PhoneBoxesForm({ phone }: { phone: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [{ otp }, change] = usePhoneDraft()
  const [error, setError] = useState<Complaint | null>(null)
  const { dialog, retryProven } = usePhoneProven()
  const sent = useTextedCode(phone, {
    onResent() {
      change({ otp: '' })
      setError(null)
      field.current?.focus()
    },
    onFailure(failure, again) {
      if (!retryProven(failure, again)) setError(complaintOf('Failed to resend OTP', failure))
    },
  })
  const { verify, question } = useVerify(retryProven, refuse)
  useEffect(() => field.current?.focus(), [])

  function refuse(failure: unknown) {
    const { next, ...words } = boxesFailure(failure)
    setError(words)
    if (next === 'resend') setTimeout(sent.resend.onResend, RESEND_AFTER_MS)
    if (next === 'clear') change({ otp: '' })
    field.current?.focus()
  }

  function type(typed: string) {
    setError(/[^\d\s-]/.test(readableText(typed)) ? DIGITS_ONLY : null)
    change({ otp: codeDigits(typed) })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (otp.length < CODE_DIGITS) {
      setError({ title: 'Invalid code', message: `Please enter the ${CODE_DIGITS}-digit code sent to your phone.` })
      field.current?.focus()
    } else if (!verify.isPending && !verify.isSuccess) verify.mutate({ phone, otp, takeOver: false })
  }

  return (
    <>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <CodeDestination phone={phone} sent="Sent to" {...sent} />
        <CodeBoxes ref={field} label={`${CODE_DIGITS}-digit code`} value={otp} onChange={type} error={error} />
        <Button type="submit" pending={(verify.isPending || verify.isSuccess) && 'Verifying…'}>
          Verify &amp; Continue
        </Button>
        <AnotherCode {...sent}>
          <ButtonLink to={paths.phoneByText} look="quiet" size="small">
            Back to Phone Number
          </ButtonLink>
        </AnotherCode>
        <CallConsent />
      </form>
      {dialog}
      {question}
    </>
  )
}

/** Proves the number; `question`: whether it may be taken from another account. */
function useVerify(retryProven: RetryProven, refuse: (failure: unknown) => void) {
  const { dialog: question, askToMove } = useTakeOver()
  const verify = useMutation({
    ...verifyPhoneCode,
    onSuccess: usePhoneVerified('boxes'),
    onError: (failure, typed) =>
      retryProven(failure, () => verify.mutate(typed)) ||
      askToMove(failure, () => verify.mutate({ ...typed, takeOver: true })) ||
      refuse(failure),
  })
  return { verify, question }
}

const DIGITS_ONLY = { title: 'Invalid code format', message: 'Verification code should only contain numbers.' }

/** Opened without a requested code. */
export function NoPhoneStored() {
  return (
    <Callout tone="bad">
      <p role="alert">
        <strong>Error:</strong> No phone number found. Please go back to the previous screen.
      </p>
      <ButtonLink to={paths.phoneByText} look="secondary" size="small" className="mt-3">
        Enter a phone number
      </ButtonLink>
    </Callout>
  )
}
