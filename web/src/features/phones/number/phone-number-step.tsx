import { digitsIn } from '@reveille/core/people/typed-text'
import { FEWEST_PHONE_DIGITS, PHONE_FAULTS, phoneFormatFault } from '@reveille/core/phones/check-number'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { complaintOf, KnownError } from '../../../api/api-failure.ts'
import { askForProof } from '../../../api/ask-for-proof.ts'
import { useTexts } from '../../../api/client-config.ts'
import { spacedNumber } from '../../../format/spaced-number.ts'
import { paths } from '../../../paths.ts'
import {
  rememberPhone,
  rememberReturn,
  returnAddress,
  type VerificationWay,
} from '../../../session/pending-phone-proof.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { type Complaint, Failure } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { toastCodeSent } from '../code/phone-code-step.tsx'
import { isAboutNumber, sendingFailure } from '../phone-failures.ts'
import type { NumberPlace } from '../phone-proof.ts'
import { fullNumber } from './countries.ts'
import type { PhoneStep } from './phone-draft.ts'
import { CallConsent, PhoneNumberFields } from './phone-number-fields.tsx'

export function PhoneNumberStep({ proof, draft, change, onSent }: PhoneStep & { onSent: () => void }) {
  const way = useTexts() ? 'text' : 'call'
  const onPage = proof.way === 'page'
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<Complaint | null>(null)
  const [unsent, setUnsent] = useState<Complaint | null>(null)
  const isCorrected = useRef(false)
  const send = useMutation({
    mutationFn: (phone: string) => proof.send(phone),
    onMutate: () => void (isCorrected.current = false),
    onSuccess(by, phone) {
      if (proof.as === 'first') rememberForBoxes(phone, proof.way)
      toastCodeSent(by)
      change({ sentTo: phone, sentBy: by, otp: '' })
      onSent()
    },
    onError(failure, phone) {
      if (askForProof(failure, () => send.mutate(phone))) return
      proof.reset?.()
      if (isAboutNumber(failure) && isCorrected.current) return
      if (!onPage) return setError(complaintOf('Failed to send OTP', failure))
      if (!isAboutNumber(failure)) return setUnsent(sendingFailure(failure, way === 'text'))
      setError(sendingFailure(failure, way === 'text'))
      field.current?.select()
    },
  })

  // On arrival, and when coming back from the code step to correct it: the next thing to do.
  useEffect(() => void (onPage && field.current?.focus()), [onPage])

  function submit() {
    const phone = fullNumber(draft)
    const fault = onPage ? faultOf(draft.number, phone, way === 'text') : tooShort(draft.number)
    setError(fault)
    setUnsent(null)
    if (fault !== null) field.current?.focus()
    else if (!send.isPending) send.mutate(phone)
  }

  return (
    <Form onSubmit={submit} className="flex flex-col gap-5">
      <PhoneNumberFields
        ref={field}
        as={proof.as}
        byOurText={proof.byOurText}
        draft={draft}
        change={change}
        forgive={() => {
          isCorrected.current = true
          setError(null)
          setUnsent(null)
        }}
        error={error}
      />
      {proof.box}
      <Button type="submit" pending={send.isPending && 'Sending…'}>
        Send Verification Code
      </Button>
      <Failure complaint={unsent} />
      <CallConsent />
      <CurrentNumber as={proof.as} />
    </Form>
  )
}

/** The page with the six boxes proves a first number. */
function rememberForBoxes(phone: string, way: VerificationWay): void {
  rememberPhone(phone)
  rememberReturn(way, returnAddress('page'))
}

function CurrentNumber({ as }: { as: NumberPlace }) {
  const { user } = useSession()
  if (user?.phone == null || !user.phoneVerified) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="text-sm text-quiet">
        {as === 'second' ? 'Our first three tries go to' : "Until you verify another number, we'll keep calling"}{' '}
        <strong className="tabular whitespace-nowrap text-ink">{spacedNumber(user.phone)}</strong>.
      </p>
      <ButtonLink
        to={as === 'second' ? paths.account : returnAddress('page')}
        look="quiet"
        size="small"
        className="-mx-3.5"
      >
        Cancel
      </ButtonLink>
    </div>
  )
}

/** Catches only what's malformed; the server knows more about numbers. */
function faultOf(typed: string, phone: string, texts: boolean): Complaint | null {
  if (typed.trim() === '') return { title: 'Phone number required', message: 'Please enter your phone number.' }
  const fault = phoneFormatFault(phone)
  if (fault === null) return null
  const reason = fault === PHONE_FAULTS.short ? 'number-too-short' : 'number-invalid'
  return sendingFailure(new KnownError(reason, fault), texts)
}

/** The only check on the path with the six boxes. */
const tooShort = (typed: string): Complaint | null =>
  digitsIn(typed).length < FEWEST_PHONE_DIGITS
    ? { title: 'Invalid phone number', message: 'Please enter a valid phone number.' }
    : null
