import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { rememberPhone, rememberReturn, returnAddress } from '../../session/phone-errand.ts'
import { Button } from '../../ui/button.tsx'
import type { Complaint } from '../../ui/complaint.ts'
import { showToast } from '../../ui/toast-store.ts'
import { fullNumber } from './countries.ts'
import { sendingFailure } from './phone-failures.ts'
import { CallConsent, PhoneNumberFields } from './phone-number-fields.tsx'
import type { PhoneProof } from './phone-proof.ts'

type Typed = { country: string; number: string }
type Props = { proof: PhoneProof; typed: Typed; onTyped: (typed: Typed) => void; onSent: (phone: string) => void }

export function PhoneNumberStep({ proof, typed, onTyped, onSent }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<Complaint | null>(null)
  const send = useMutation({
    mutationFn: (phone: string) => proof.send(phone),
    onSuccess(_done, phone) {
      rememberPhone(phone)
      rememberReturn('page', returnAddress('page'))
      showToast({
        title: 'Code sent successfully',
        message: "Check your phone for the verification code. You're almost there!",
      })
      onSent(phone)
    },
    onError(failure) {
      proof.reset()
      showToast({ ...sendingFailure(failure), tone: 'error' })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const missing = typed.number.trim() === ''
    setError(missing ? { title: 'Phone number required', message: 'Please enter your phone number.' } : null)
    if (missing) field.current?.focus()
    else if (!send.isPending) send.mutate(fullNumber(typed.country, typed.number))
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <PhoneNumberFields
        ref={field}
        country={typed.country}
        onCountry={(country) => onTyped({ ...typed, country })}
        number={typed.number}
        onNumber={(number) => onTyped({ ...typed, number })}
        error={error}
      />
      {proof.box}
      <Button type="submit" pending={send.isPending && 'Sending…'}>
        Send Verification Code
      </Button>
      <CallConsent />
    </form>
  )
}
