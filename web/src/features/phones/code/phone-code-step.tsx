import { CODE_DIGITS } from '@reveille/core/sign-in/one-time-code'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTexts } from '../../../api/use-texts.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/form/code-field.tsx'
import type { Complaint } from '../../../ui/form/complaint.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import type { PhoneDraft } from '../number/phone-draft.ts'
import { CallConsent } from '../number/phone-number-fields.tsx'
import { sendingFailure, verifyingFailure } from '../phone-failures.ts'
import type { PhoneProof } from '../phone-proof.ts'
import type { RetryProven } from '../use-phone-proven.tsx'
import { usePhoneVerified } from '../use-phone-verified.ts'
import { AnotherCode } from './another-code.tsx'
import { CodeDestination } from './code-destination.tsx'
import { ENTERING, SENDING } from './toast-code-texted.ts'
import { useTextedCode } from './use-texted-code.ts'

const INCOMPLETE = { title: 'Invalid code', message: `Please enter the ${CODE_DIGITS}-digit verification code.` }

type Props = {
  proof: PhoneProof
  retryProven: RetryProven
  draft: PhoneDraft
  change: (change: Partial<PhoneDraft>) => void
  phone: string
  onBack: () => void
}

export function PhoneCodeStep({ proof, retryProven, draft, change, phone, onBack }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const { otp } = draft
  const [error, setError] = useState<Complaint | null>(null)
  const texts = useTexts()
  const goOn = usePhoneVerified('page', proof.as)
  const verify = useMutation({
    mutationFn: (code: string) => proof.verify(phone, code),
    onSuccess: goOn,
    onError(failure, code) {
      if (retryProven(failure, () => verify.mutate(code))) return
      showToast({ ...verifyingFailure(failure), tone: 'error', about: ENTERING })
      field.current?.select()
    },
  })
  const sent = useTextedCode(phone, {
    ours: proof.byOurText,
    as: proof.as,
    onResent() {
      change({ otp: '' })
      field.current?.focus()
    },
    onFailure(failure, again) {
      if (!retryProven(failure, again)) showToast({ ...sendingFailure(failure), tone: 'error', about: SENDING })
    },
  })
  useEffect(() => field.current?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    const whole = otp.length === CODE_DIGITS
    setError(whole ? null : INCOMPLETE)
    if (whole && !verify.isPending && !verify.isSuccess) verify.mutate(otp)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
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
  )
}

function NoTextHint() {
  return (
    <p className="text-sm text-quiet">
      Didn&apos;t get a text? Go back to your number and check the box again to get a new code.
    </p>
  )
}
