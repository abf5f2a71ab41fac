import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messageOf, reasonOf } from '../api/api-failure.ts'
import { call } from '../api/call.ts'
import { signWithOwnPasskey } from '../passkeys/use-passkey.ts'
import { Dialog } from '../ui/dialog.tsx'
import { CodeField } from '../ui/form/code-field.tsx'
import type { Complaint } from '../ui/form/field.tsx'
import { ResendButton } from '../ui/form/resend-button.tsx'
import { PasskeyInstead } from './passkey-instead.tsx'
import { proveAccount, useMailedCode } from './use-mailed-code.ts'

/**
 * For actions that take a fresh proof of identity: asks for a mailed code in a dialog, then repeats the request. Render
 * `dialog`, and pass failures to `retryProven` first: it returns whether it handled them.
 */
export function useProven(email: string): {
  dialog: ReactNode
  retryProven: (failure: unknown, again: () => void) => boolean
} {
  const [again, setAgain] = useState<(() => void) | null>(null)
  const close = () => setAgain(null)
  return {
    dialog: again && (
      <ProofDialog
        email={email}
        onClose={close}
        onProven={() => {
          close()
          again()
        }}
      />
    ),
    retryProven(failure, repeat) {
      if (reasonOf(failure) !== 'fresh-code-required') return false
      setAgain(() => repeat)
      return true
    },
  }
}

const proveWithPasskey = async () => call('proveAccount', { body: { passkey: await signWithOwnPasskey('proof') } })

type Props = { email: string; onProven: () => void; onClose: () => void }

/** The sign-in is too old: a code to the current address proves identity. */
function ProofDialog({ email, onProven, onClose }: Props) {
  const { otp, setOtp, unsent, resend } = useMailedCode('proof')
  const [error, setError] = useState<Complaint | null>(null)
  const prove = useMutation({
    ...proveAccount,
    onSuccess: onProven,
    onError: (failure) => setError({ message: messageOf(failure, 'Invalid verification code. Please try again.') }),
  })
  return (
    <Dialog
      title="Confirm it's you"
      confirm="Confirm"
      pending={prove.isPending && 'Checking…'}
      complaint={unsent}
      onConfirm={() => prove.mutate(otp)}
      onClose={onClose}
    >
      <p className="text-quiet">
        You signed in a while ago, so we're emailing a code to{' '}
        <strong className="wrap-anywhere text-ink">{email}</strong>.
      </p>
      <CodeField label="Verification code" value={otp} onChange={setOtp} error={error} />
      <div className="-my-2 -ml-3.5">
        <ResendButton label="Resend verification code" {...resend} />
      </div>
      <PasskeyInstead prove={() => proveWithPasskey().then(onProven)} />
    </Dialog>
  )
}
