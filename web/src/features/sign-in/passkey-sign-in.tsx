import type { PasskeyProof } from '@reveille/contract/passkeys'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { useRequest } from '../../api/use-request.ts'
import { autofillsPasskeys, hasPasskeys } from '../../browser/passkeys.ts'
import { signWithPasskey } from '../../passkeys/use-passkey.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/form/field.tsx'
import { useInBrowser } from '../../ui/shared-value.ts'

const ask = () => call('askForPasskey')

/** Signs in with a passkey, chosen by this button or in the browser's suggestions for the email field. */
export function PasskeySignIn({ rememberMe, onEntered }: { rememberMe: boolean; onEntered: () => void }) {
  const isOffered = useInBrowser(hasPasskeys, true) // prerendered: most browsers have them
  const enter = useRequest('Login failed', {
    mutationFn: async (sign: () => Promise<PasskeyProof>) =>
      call('passkeyLogin', { body: { passkey: await sign(), rememberMe } }),
    onSuccess: onEntered,
  })
  const { mutate } = enter
  const isBusy = enter.isPending || enter.isSuccess
  useEffect(
    () => (isOffered && !isBusy ? offerInField((proof) => mutate(() => Promise.resolve(proof))) : undefined),
    [isOffered, isBusy, mutate],
  )
  if (!isOffered) return null
  return (
    <>
      <Button look="secondary" pending={isBusy && 'Signing in…'} onClick={() => mutate(() => signWithPasskey(ask))}>
        Use a passkey
      </Button>
      <Failure complaint={enter.complaint} />
    </>
  )
}

/** Returns how to ignore what is picked from now on. */
function offerInField(onPicked: (proof: PasskeyProof) => void): () => void {
  let isOver = false
  async function offer(): Promise<void> {
    if (!(await autofillsPasskeys()) || isOver) return
    const [{ signChallenge }, options] = await Promise.all([import('../../passkeys/authenticator.ts'), ask()])
    if (isOver) return
    const proof = await signChallenge(options, true)
    if (!isOver) onPicked(proof)
  }
  offer().catch(() => undefined) // the button remains
  return () => {
    isOver = true
  }
}
