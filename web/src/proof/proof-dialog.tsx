import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { Dialog } from '../ui/dialog.tsx'
import { CodeField } from '../ui/form/code-field.tsx'
import type { Complaint } from '../ui/form/complaint.ts'
import { ResendButton } from '../ui/form/resend-button.tsx'
import { proveAccount } from './api.ts'
import { useMailedCode } from './use-mailed-code.ts'

type Props = { email: string; onProven: () => void; onClose: () => void }

/** The sign-in is too old: a code to the current address proves that it is still the same person. */
export function ProofDialog({ email, onProven, onClose }: Props) {
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
    </Dialog>
  )
}
