import { useMutation, useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-failure.ts'
import { clientConfig } from '../../api/client-config.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadedPage } from '../../ui/page/loaded.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'

const VALUES = [
  ['apiKey', 'API key'],
  ['authDomain', 'Auth domain'],
  ['projectId', 'Project id'],
] as const

/** Whether phone sign-in by Firebase is configured; never the values. */
export function FirebaseTestPage() {
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6 px-4 py-12 sm:px-6">
      <PageTitle>Phone sign-in check</PageTitle>
      <LoadedPage query={useQuery(clientConfig)} title="Error Loading Configuration">
        {({ firebase, texts }) => (
          <>
            <dl className="divide-y divide-line border-y border-line">
              {VALUES.map(([key, name]) => (
                <div key={key} className="flex min-h-14 items-center justify-between gap-4">
                  <dt className="font-semibold">{name}</dt>
                  <dd>{firebase?.[key] ? <Badge tone="good">Set</Badge> : <Badge tone="calm">Not set</Badge>}</dd>
                </div>
              ))}
            </dl>
            {firebase === null && (
              <p className="text-quiet">
                {`Firebase isn't configured. Phones are verified by ${texts === false ? 'call' : 'text'} instead, so this is fine.`}
              </p>
            )}
          </>
        )}
      </LoadedPage>
      <LibraryTest />
    </div>
  )
}

function LibraryTest() {
  // The form, because the library is bundled with it.
  const load = useMutation({ mutationFn: () => import('../../features/phones/firebase/firebase-form.tsx') })
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button look="secondary" pending={load.isPending && 'Loading…'} onClick={() => load.mutate()}>
        Test loading the library
      </Button>
      <p role="status">
        {load.isSuccess && 'The authentication library loaded.'}
        {load.isError && messageOf(load.error, "The authentication library couldn't load.")}
      </p>
    </div>
  )
}
