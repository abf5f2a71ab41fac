import { useState } from 'react'
import { useSearch } from 'wouter'
import { useTexts } from '../../api/client-config.ts'
import { useCodeTrouble } from '../../features/phones/code/phone-code-step.tsx'
import { PhoneForm } from '../../features/phones/phone-form.tsx'
import { PhoneBoxesForm, PhoneByTextForm } from '../../features/phones/phone-steps.tsx'
import { rememberedPhone } from '../../session/pending-phone-proof.ts'
import { useSession } from '../../session/use-session.ts'
import { EntryPage } from '../../ui/page/entry-page.tsx'

/** The first known value of `verified`: success changes it while the form still shows, just before the next page opens. */
function useArrival(verified: boolean | undefined): boolean | undefined {
  const [first, setFirst] = useState(verified)
  if (first === undefined && verified !== undefined) setFirst(verified)
  return first
}

export function PhonePage() {
  const changes = useArrival(useSession().user?.phoneVerified) === true
  const wanted = new URLSearchParams(useSearch())
  const texts = useTexts()
  if (changes && wanted.get('as') === 'second')
    return (
      <EntryPage
        title="Add a second number"
        lead="If you sleep through our first tries, the last two go to this phone."
      >
        <PhoneForm as="second" />
      </EntryPage>
    )
  if (changes && texts && wanted.get('by') === 'text')
    return (
      <EntryPage
        title="Get our texts too"
        lead="Enter your number again. We'll text it a code to check that texts arrive."
      >
        <PhoneForm />
      </EntryPage>
    )
  if (changes)
    return (
      <EntryPage
        title="Change your wake-up number"
        lead={`Which phone should we call instead? ${texts ? "We'll text it a code." : "We'll call it with a code."}`}
      >
        <PhoneForm />
      </EntryPage>
    )
  return (
    <EntryPage
      title="One Last Step to Unlock Your Kickass Mornings"
      lead={`Which phone should we call? ${texts ? "We'll text you a code" : "We'll call you with a code"} to make sure it's yours.`}
    >
      <PhoneForm />
    </EntryPage>
  )
}

export function PhoneByTextPage() {
  const lead = `${useTexts() ? "We'll text you a code" : "We'll call you with a code"} to make sure it's yours.`
  return (
    <EntryPage title="Which phone should we call?" lead={lead}>
      <PhoneByTextForm />
    </EntryPage>
  )
}

export function PhoneCodePage() {
  const [phone] = useState(rememberedPhone)
  const trouble = useCodeTrouble(phone)
  return (
    <EntryPage title={trouble?.heading ?? 'Boom. We sent you a code.'}>
      <PhoneBoxesForm phone={phone} />
    </EntryPage>
  )
}
