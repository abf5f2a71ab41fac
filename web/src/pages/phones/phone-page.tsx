import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { clientConfig, useTexts } from '../../api/client-config.ts'
import { serverProof } from '../../features/phones/api.ts'
import { useCodeTrouble } from '../../features/phones/code/phone-code-step.tsx'
import { inDocumentOf } from '../../features/phones/firebase/firebase-document.ts'
import type { NumberPlace } from '../../features/phones/phone-proof.ts'
import { PhoneBoxesForm, PhoneByTextForm, PhoneSteps } from '../../features/phones/phone-steps.tsx'
import { paths } from '../../paths.ts'
import { ProofAsked } from '../../proof/proof-asked.tsx'
import { rememberedPhone } from '../../session/pending-phone-proof.ts'
import { useSession } from '../../session/use-session.ts'
import { Spinner } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
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
  const as = changes && wanted.get('as') === 'second' ? 'second' : 'first'
  const [title, lead] = pageWords({ as, changes, texts, againByText: wanted.get('by') === 'text' })
  return (
    <EntryPage title={title} lead={lead}>
      <PhoneForm key={as} as={as} />
      <ProofAsked />
    </EntryPage>
  )
}

type Wanted = { as: NumberPlace; changes: boolean; texts: boolean; againByText: boolean }

function pageWords({ as, changes, texts, againByText }: Wanted): [title: string, lead: string] {
  if (as === 'second')
    return ['Add a second number', 'If you sleep through our first tries, the last two go to this phone.']
  if (changes && texts && againByText)
    return ['Get our texts too', "Enter your number again. We'll text it a code to check that texts arrive."]
  if (changes)
    return [
      'Change your wake-up number',
      `Which phone should we call instead? ${texts ? "We'll text it a code." : "We'll call it with a code."}`,
    ]
  return ['One Last Step to Unlock Your Kickass Mornings', `Which phone should we call? ${codeWords(texts)}`]
}

const codeWords = (texts: boolean) =>
  `${texts ? "We'll text you a code" : "We'll call you with a code"} to make sure it's yours.`

/** Number and code on one page. Without texts, Firebase isn't used either. */
function PhoneForm({ as }: { as: NumberPlace }) {
  const { data: config, isError } = useQuery(clientConfig)
  if (config === undefined && !isError) return <Spinner />
  if (!config?.firebase || config.texts === false) return <PhoneSteps proof={serverProof(as)} />
  return <FirebaseForm settings={config.firebase} as={as} />
}

async function loadFirebaseForm() {
  await inDocumentOf(paths.phone)
  return (await import('../../features/phones/firebase/firebase-form.tsx')).FirebaseForm
}
const FirebaseForm = lazyPart(loadFirebaseForm, { meanwhile: <Spinner /> })

export function PhoneByTextPage() {
  return (
    <EntryPage title="Which phone should we call?" lead={codeWords(useTexts())}>
      <PhoneByTextForm />
      <ProofAsked />
    </EntryPage>
  )
}

export function PhoneCodePage() {
  const [phone] = useState(rememberedPhone)
  const trouble = useCodeTrouble(phone)
  return (
    <EntryPage title={trouble?.heading ?? 'Boom. We sent you a code.'}>
      <PhoneBoxesForm phone={phone} />
      <ProofAsked />
    </EntryPage>
  )
}
