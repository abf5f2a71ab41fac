import { digitsIn } from '@reveille/core/people/typed-text'
import { FEWEST_PHONE_DIGITS } from '@reveille/core/phones/phone-number'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import { complaintOf } from '../../api/api-failure.ts'
import { clientConfig } from '../../api/client-config.ts'
import { useTexts } from '../../api/use-texts.ts'
import { paths } from '../../paths.ts'
import { rememberPhone, rememberReturn, returnAddress } from '../../session/pending-phone-proof.ts'
import { Button } from '../../ui/button.tsx'
import type { Complaint } from '../../ui/form/complaint.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { sendPhoneCode } from './api.ts'
import { toastCodeSent } from './code/toast-code-texted.ts'
import { fullNumber } from './number/countries.ts'
import { CurrentNumber } from './number/current-number.tsx'
import { usePhoneDraft } from './number/phone-draft.ts'
import { CallConsent, PhoneNumberFields } from './number/phone-number-fields.tsx'
import { usePhoneProven } from './use-phone-proven.tsx'

/** PHONE-12: the number here, the code on the page with the six boxes. */
export function PhoneByTextForm() {
  const { isPending } = useQuery(clientConfig)
  return isPending ? <Spinner /> : <NumberForm />
}

function NumberForm() {
  const way = useTexts() ? 'text' : 'call'
  const field = useRef<HTMLInputElement>(null)
  const [, navigate] = useLocation()
  const [draft, change] = usePhoneDraft()
  const [error, setError] = useState<Complaint | null>(null)
  const { dialog, retryProven } = usePhoneProven()
  const send = useMutation({
    ...sendPhoneCode,
    onSuccess(_done, { phone }) {
      change({ otp: '' })
      rememberPhone(phone)
      rememberReturn('boxes', returnAddress('page'))
      toastCodeSent(way)
      navigate(paths.phoneCode)
    },
    onError(failure, wanted) {
      if (!retryProven(failure, () => send.mutate(wanted))) setError(complaintOf('Failed to send OTP', failure))
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const short = digitsIn(draft.number).length < FEWEST_PHONE_DIGITS
    setError(short ? { title: 'Invalid phone number', message: 'Please enter a valid phone number.' } : null)
    if (short) field.current?.focus()
    else if (!send.isPending) send.mutate({ phone: fullNumber(draft) })
  }

  return (
    <>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <PhoneNumberFields ref={field} draft={draft} change={change} error={error} />
        <Button type="submit" pending={send.isPending && 'Sending…'}>
          Send Verification Code
        </Button>
        <CallConsent />
        <CurrentNumber />
      </form>
      {dialog}
    </>
  )
}
