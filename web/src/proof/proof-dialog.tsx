import type { PasskeyProof } from '@reveille/contract/passkeys'
import { FRESH_MS } from '@reveille/core/sign-in/credentials'
import { minutes } from '@reveille/core/time/duration'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { complaintOf, messageOf } from '../api/api-failure.ts'
import { call } from '../api/call.ts'
import { useRequest } from '../api/use-request.ts'
import { now } from '../browser/clock.ts'
import { hasPasskeys } from '../browser/passkeys.ts'
import { withCaptcha } from '../captcha/with-captcha.ts'
import { passkeyList, signWithOwnPasskey } from '../passkeys/use-passkey.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CodeField } from '../ui/form/code-field.tsx'
import { ResendButton } from '../ui/form/resend-button.tsx'

export type Proof = { otp?: string } | { passkey: PasskeyProof }

type Props = Pick<ComponentProps<typeof Dialog>, 'title' | 'confirm' | 'cancel' | 'look' | 'onClose'> & {
  purpose: 'proof' | 'deletion'
  why: string
  pendingLabel: string
  onProof: (proof: Proof) => Promise<unknown>
}

/**
 * Asks for a passkey if the person has one that works here, and otherwise, or on request, for a code by email or call. A
 * person who can use neither needs a fresh sign-in.
 */
export function ProofDialog(props: Props) {
  const passkeys = useQuery({ ...passkeyList, enabled: hasPasskeys() })
  const [wantsCode, setWantsCode] = useState(false)
  const by = useSession().user?.codesBy ?? 'email'
  const isLoading = hasPasskeys() && passkeys.isPending
  const hasOne = passkeys.data?.some(({ usable }) => usable) === true
  if (isLoading || (hasOne && !wantsCode))
    return <ByPasskey {...props} by={by} isLoading={isLoading} onCode={() => setWantsCode(true)} />
  return by === 'none' ? <BySignIn {...props} /> : <ByCode {...props} by={by} />
}

type Way = 'email' | 'call' | 'none'

function useProof(prove: () => Promise<unknown>) {
  const proof = useMutation({ mutationFn: prove, meta: { refetch: 'never' } }) // what it proves refetches
  return { ...proof, isBusy: proof.isPending || proof.isSuccess }
}

type PasskeyProps = Props & { by: Way; isLoading: boolean; onCode: () => void }

function ByPasskey({ purpose, why, pendingLabel, onProof, by, isLoading, onCode, ...dialog }: PasskeyProps) {
  const { mutate, error, isBusy } = useProof(async () => onProof({ passkey: await signWithOwnPasskey(purpose) }))
  return (
    <Dialog
      {...dialog}
      confirm="Use a passkey"
      pending={isLoading ? 'One moment…' : isBusy && 'Waiting for your device…'}
      complaint={error === null ? null : complaintOf("That didn't work", error)}
      onConfirm={() => mutate()}
    >
      <p className="text-quiet">{why}</p>
      {by !== 'none' && (
        <Button look="quiet" size="small" className="-my-2 -ml-3.5 self-start" onClick={onCode}>
          {by === 'call' ? 'Call me with a code instead' : 'Email me a code instead'}
        </Button>
      )}
    </Dialog>
  )
}

function BySignIn({ purpose: _, why, pendingLabel, onProof, ...dialog }: Props) {
  const { mutate, error, isBusy } = useProof(() => onProof({}))
  return (
    <Dialog
      {...dialog}
      pending={isBusy && pendingLabel}
      complaint={error === null ? null : { message: "It's been too long since you signed in." }}
      onConfirm={() => mutate()}
    >
      <p className="text-quiet">
        {why} You have neither a verified number nor a passkey, so we can't ask for a code. Log in with a sign-in link
        from an owner, and do this within {minutes(FRESH_MS)}.
      </p>
    </Dialog>
  )
}

function ByCode({ purpose, why, pendingLabel, onProof, by, ...dialog }: Props & { by: Way }) {
  const email = useSession().user?.email
  const code = useOwnCode(purpose)
  const { mutate, error, isBusy } = useProof(() => onProof({ otp: code.otp }))
  return (
    <Dialog {...dialog} pending={isBusy && pendingLabel} complaint={code.complaint} onConfirm={() => mutate()}>
      <p className="text-quiet">
        {by === 'call' ? (
          `${why} We're calling your verified number. Press 1 to hear the code.`
        ) : (
          <>
            {why} We're emailing a code to <strong className="wrap-anywhere text-ink">{email ?? 'your address'}</strong>
            .
          </>
        )}
      </p>
      <CodeField
        label="Verification code"
        value={code.otp}
        onChange={code.setOtp}
        error={error && { message: messageOf(error, 'Invalid verification code. Please try again.') }}
      />
      <div className="-my-2 -ml-3.5">
        <ResendButton label={by === 'call' ? 'Call me again' : 'Resend verification code'} {...code.resend} />
      </div>
    </Dialog>
  )
}

/** Sends a code, and holds the input. A required captcha is solved in the background. */
function useOwnCode(purpose: Props['purpose']) {
  const [sentAt, setSentAt] = useState(now)
  const [otp, setOtp] = useState('')
  const { mutate, isPending, complaint } = useRequest('Failed to send code', {
    mutationFn: () => withCaptcha((captcha) => call('sendAccountCode', { body: { purpose, captcha } })),
    onSuccess: () => setSentAt(now()),
    onFailure() {
      setSentAt(0) // no countdown
      return false
    },
  })
  const asked = useRef(false)
  useEffect(() => {
    if (!asked.current) mutate()
    asked.current = true
  }, [mutate])
  return { otp, setOtp, complaint, resend: { sentAt, pending: isPending, onResend: () => mutate() } }
}
