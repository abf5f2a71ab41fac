import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { clientConfig } from '../../api/client-config.ts'
import { paths } from '../../paths.ts'
import { Spinner } from '../../ui/button.tsx'
import { inDocumentOf } from './firebase/firebase-document.ts'
import type { NumberPlace } from './phone-proof.ts'
import { PhoneSteps } from './phone-steps.tsx'
import { serverProof } from './server-proof.ts'

/** Number and code on one page. Without texts, Firebase isn't used either. */
export function PhoneForm({ as = 'first' }: { as?: NumberPlace }) {
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
  return { default: (await import('./firebase/firebase-form.tsx')).FirebaseForm }
})
