import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { spacedNumber } from '../../format/spaced-number.ts'
import { Button } from '../../ui/button.tsx'
import { CODE_LENGTH, CodeField } from '../../ui/code-field.tsx'
import type { Complaint } from '../../ui/complaint.ts'
import { showToast } from '../../ui/toast-store.ts'
import type { PhoneDraft } from './phone-draft.ts'
import { verifyingFailure } from './phone-failures.ts'
import { CallConsent } from './phone-number-fields.tsx'
import type { PhoneProof } from './phone-proof.ts'
import { usePhoneVerified } from './use-phone-verified.ts'

type Props = {
  proof: PhoneProof
  draft: PhoneDraft
  change: (change: Partial<PhoneDraft>) => void
  phone: string
  onBack: () => void
}

export function PhoneCodeStep({ proof, draft, change, phone, onBack }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const { otp } = draft
  const [error, setError] = useState<Complaint | null>(null)
  const goOn = usePhoneVerified('page')
  const verify = useMutation({
    mutationFn: (code: string) => proof.verify(phone, code),
    onSuccess: goOn,
    onError(failure) {
      showToast({ ...verifyingFailure(failure), tone: 'error' })
      field.current?.select()
    },
  })
  useEffect(() => field.current?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    const whole = otp.length === CODE_LENGTH
    setError(whole ? null : { title: 'Invalid code', message: 'Please enter the 6-digit verification code.' })
    if (whole && !verify.isPending && !verify.isSuccess) verify.mutate(otp)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p>
        We texted a code to <strong className="tabular">{spacedNumber(phone)}</strong>
      </p>
      <CodeField
        ref={field}
        label="Verification code"
        value={otp}
        onChange={(typed) => change({ otp: typed })}
        error={error}
      />
      <Button
        type="submit"
        disabled={otp.length < CODE_LENGTH}
        pending={(verify.isPending || verify.isSuccess) && 'Verifying…'}
      >
        Verify
      </Button>
      <Button look="quiet" size="small" className="-ml-3.5 self-start" onClick={onBack}>
        Back to Phone Number
      </Button>
      <CallConsent />
    </form>
  )
}
