import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearch } from 'wouter'
import { clientConfig, useTexts } from '../../api/client-config.ts'
import { useCodeTrouble } from '../../features/phones/code/phone-code-step.tsx'
import { inDocumentOf } from '../../features/phones/firebase/firebase-document.ts'
import type { NumberPlace } from '../../features/phones/phone-proof.ts'
import { PhoneBoxesForm, PhoneByTextForm, PhoneSteps } from '../../features/phones/phone-steps.tsx'
import { serverProof } from '../../features/phones/server-proof.ts'
import { paths } from '../../paths.ts'
import { rememberedPhone } from '../../session/pending-phone-proof.ts'
import { useSession } from '../../session/use-session.ts'
import { Spinner } from '../../ui/button.tsx'
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

/** Number and code on one page. Without texts, Firebase isn't used either. */
function PhoneForm({ as = 'first' }: { as?: NumberPlace }) {
  const { data: config, isError } = useQuery(clientConfig)
  if (config === undefined && !isError) return <Spinner />
  if (!config?.firebase || config.texts === false) return <PhoneSteps proof={serverProof(as)} />
  return (
    <Suspense fallback={<Spinner />}>
      <FirebaseForm settings={config.firebase} as={as} />
    </Suspense>
  )
}

const FirebaseForm = lazy(async () => {
  await inDocumentOf(paths.phone)
  return { default: (await import('../../features/phones/firebase/firebase-form.tsx')).FirebaseForm }
})

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
