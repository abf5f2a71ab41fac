import { useMutation, useQuery } from '@tanstack/react-query'
import { useFailure } from '../api/use-failure.ts'
import { hasPasskeys } from '../browser/passkeys.ts'
import { passkeyList } from '../passkeys/use-passkey.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/form/field.tsx'

/** For people with a passkey that works here: proves identity with it instead of the code. */
export function PasskeyInstead({ prove }: { prove: () => Promise<unknown> }) {
  const { data: passkeys = [] } = useQuery({ ...passkeyList, enabled: hasPasskeys() })
  const failure = useFailure("That didn't work")
  const use = useMutation({ ...failure.of, mutationFn: prove, meta: { refetch: 'never' } }) // what it proves refetches
  if (!passkeys.some(({ usable }) => usable)) return null
  return (
    <>
      <Button
        look="secondary"
        size="small"
        className="self-start"
        pending={use.isPending && 'Waiting for your device…'}
        onClick={() => use.mutate()}
      >
        Use a passkey instead
      </Button>
      <Failure complaint={failure.complaint} />
    </>
  )
}
