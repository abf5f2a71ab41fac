import type { PasskeyProof } from '@reveille/contract/passkeys'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { call } from '../api/call.ts'
import { useFailure } from '../api/use-failure.ts'
import { now } from '../browser/clock.ts'
import { hasPasskeys } from '../browser/passkeys.ts'
import { withCaptcha } from '../captcha/with-captcha.ts'
import { passkeyList, signWithOwnPasskey } from '../passkeys/use-passkey.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CodeField } from '../ui/form/code-field.tsx'
import { ResendButton } from '../ui/form/resend-button.tsx'

export type Proof = { otp: string } | { passkey: PasskeyProof }

type Props = {
  purpose: 'proof' | 'deletion'
  /** The account's address, where a code goes. */
  email: string
  title: string
  /** Why we ask. */
  why: string
  confirm: string
  pendingLabel: string
  cancel?: string
  look?: 'primary' | 'danger'
  /** Does what takes the proof. */
  onProof: (proof: Proof) => Promise<unknown>
  onClose: () => void
}

/** Asks for a passkey if the person has one that works here, and otherwise, or on request, for an emailed code. */
export function ProofDialog({ purpose, email, why, pendingLabel, onProof, ...dialog }: Props) {
  const passkeys = useQuery({ ...passkeyList, enabled: hasPasskeys() })
  const [wantsCode, setWantsCode] = useState(false)
  const isLoading = hasPasskeys() && passkeys.isPending
  const takesPasskey = passkeys.data?.some(({ usable }) => usable) === true && !wantsCode
  const code = useMailedCode(purpose, !isLoading && !takesPasskey)
  const failure = useFailure("That didn't work")
  const prove = useMutation({
    ...(takesPasskey && failure.of),
    mutationFn: async () => onProof(takesPasskey ? { passkey: await signWithOwnPasskey(purpose) } : { otp: code.otp }),
    meta: { refetch: 'never' }, // what it proves refetches
  })
  const busy = (prove.isPending || prove.isSuccess) && (takesPasskey ? 'Waiting for your device…' : pendingLabel)
  if (takesPasskey || isLoading)
    return (
      <Dialog
        {...dialog}
        confirm="Use a passkey"
        pending={isLoading ? 'One moment…' : busy}
        complaint={failure.complaint}
        onConfirm={() => prove.mutate()}
      >
        <p className="text-quiet">{why}</p>
        <Button
          look="quiet"
          size="small"
          className="-my-2 -ml-3.5 self-start"
          onClick={() => {
            prove.reset()
            setWantsCode(true)
          }}
        >
          Email me a code instead
        </Button>
      </Dialog>
    )
  return (
    <Dialog {...dialog} pending={busy} complaint={code.unsent} onConfirm={() => prove.mutate()}>
      <p className="text-quiet">
        {why} We're emailing a code to <strong className="wrap-anywhere text-ink">{email}</strong>.
      </p>
      <CodeField
        label="Verification code"
        value={code.otp}
        onChange={code.setOtp}
        error={
          prove.error === null
            ? null
            : { message: messageOf(prove.error, 'Invalid verification code. Please try again.') }
        }
      />
      <div className="-my-2 -ml-3.5">
        <ResendButton label="Resend verification code" {...code.resend} />
      </div>
    </Dialog>
  )
}

/** Mails a code once it's wanted, and holds the input. A required captcha is solved in the background. */
function useMailedCode(purpose: Props['purpose'], isWanted: boolean) {
  const [sentAt, setSentAt] = useState(now)
  const [otp, setOtp] = useState('')
  const unsent = useFailure('Failed to send code')
  const send = useMutation({
    ...unsent.of,
    mutationFn: () => withCaptcha((captcha) => call('sendAccountCode', { body: { purpose, captcha } })),
    onSuccess: () => setSentAt(now()),
    onError(failure) {
      setSentAt(0) // no countdown
      unsent.of.onError(failure)
    },
  })
  const sendFirst = useEffectEvent(() => {
    if (send.isIdle) send.mutate()
  })
  useEffect(() => {
    if (isWanted) sendFirst()
  }, [isWanted])
  const resend = { sentAt, pending: send.isPending, onResend: () => send.mutate() }
  return { otp, setOtp, unsent: unsent.complaint, resend }
}
