import { CODE_DIGITS } from '@reveille/core/sign-in/one-time-code'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTexts } from '../../../api/use-texts.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/form/code-field.tsx'
import type { Complaint } from '../../../ui/form/complaint.ts'
import type { PhoneDraft } from '../number/phone-draft.ts'
import { CallConsent } from '../number/phone-number-fields.tsx'
import { sendingFailure, verifyingFailure } from '../phone-failures.ts'
import type { PhoneProof } from '../phone-proof.ts'
import type { RetryProven } from '../use-phone-proven.tsx'
import { usePhoneVerified } from '../use-phone-verified.ts'
import { useTakeOver } from '../use-take-over.tsx'
import { AnotherCode } from './another-code.tsx'
import { CodeDestination } from './code-destination.tsx'
import { useTextedCode } from './use-texted-code.ts'

const INCOMPLETE = { title: 'Invalid code', message: `Please enter the ${CODE_DIGITS}-digit verification code.` }

type Props = {
  proof: PhoneProof
  retryProven: RetryProven
  draft: PhoneDraft
  change: (change: Partial<PhoneDraft>) => void
  phone: string
}

export function PhoneCodeStep({ onBack, ...step }: Props & { onBack: () => void }) {
  const { proof, draft, change, phone } = step
  const { otp } = draft
  const texts = useTexts()
  const { field, error, complain, verify, sent, dialog } = useCode(step, texts)

  function submit(event: FormEvent) {
    event.preventDefault()
    const whole = otp.length === CODE_DIGITS
    complain(whole ? null : INCOMPLETE)
    if (whole && !verify.isPending && !verify.isSuccess) verify.mutate({ otp, takeOver: false })
  }

  return (
    <>
      <form noValidate data-second-step onSubmit={submit} className="flex flex-col gap-5">
        <CodeDestination phone={phone} sent={texts ? 'We texted a code to' : "We'll call"} {...sent} />
        <CodeField
          ref={field}
          label="Verification code"
          value={otp}
          onChange={(typed) => change({ otp: typed })}
          error={error}
        />
        <Button
          type="submit"
          disabled={otp.length < CODE_DIGITS}
          pending={(verify.isPending || verify.isSuccess) && 'Verifying…'}
        >
          Verify
        </Button>
        <AnotherCode {...sent} ours={proof.byOurText}>
          <Button look="quiet" size="small" onClick={onBack}>
            Back to Phone Number
          </Button>
        </AnotherCode>
        {!proof.byOurText && <NoTextHint />}
        <CallConsent />
      </form>
      {dialog}
    </>
  )
}

/** The code that was sent: what came of it, and what's wrong with the one that was entered. */
function useCode({ proof, retryProven, change, phone }: Props, texts: boolean) {
  const field = useRef<HTMLInputElement>(null)
  const [error, complain] = useState<Complaint | null>(null)
  const goOn = usePhoneVerified('page', proof.as)
  const { dialog, askToMove } = useTakeOver()
  const verify = useMutation({
    mutationFn: ({ otp, takeOver }: { otp: string; takeOver: boolean }) => proof.verify(phone, otp, takeOver),
    onSuccess: goOn,
    onError(failure, typed) {
      if (retryProven(failure, () => verify.mutate(typed))) return
      if (askToMove(failure, () => verify.mutate({ ...typed, takeOver: true }))) return
      complain(verifyingFailure(failure, sent.call !== null || !texts ? 'call' : 'text'))
      field.current?.select()
    },
  })
  const sent = useTextedCode(phone, {
    ours: proof.byOurText,
    as: proof.as,
    onResent() {
      change({ otp: '' })
      complain(null)
      field.current?.focus()
    },
    onFailure(failure, again) {
      if (!retryProven(failure, again)) complain(sendingFailure(failure, texts))
    },
  })
  useEffect(() => field.current?.focus(), [])
  return { field, error, complain, verify, sent, dialog }
}

function NoTextHint() {
  return (
    <p className="text-sm text-quiet">
      Didn&apos;t get a text? Go back to your number and check the box again to get a new code.
    </p>
  )
}
