import { EMAIL_FAULTS } from '@reveille/core/sign-in/email-address'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { sendsMail } from '../../api/installation.ts'
import { useFailure } from '../../api/use-failure.ts'
import { now } from '../../browser/clock.ts'
import { useProven } from '../../proof/use-proven.tsx'
import { askSessionAgain } from '../../session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CodeField } from '../../ui/form/code-field.tsx'
import { ResendButton } from '../../ui/form/resend-button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { changeEmail, verifyEmailChange } from './api.ts'

/** The address, and changing it: a code sent to the new one proves it. */
export function EmailChange({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="font-semibold">Email</p>
        <p className="wrap-anywhere">{email}</p>
      </div>
      {sendsMail() && (
        <Button look="secondary" size="small" onClick={() => setOpen(true)}>
          Change email
        </Button>
      )}
      {open && <EmailDialog email={email} onClose={() => setOpen(false)} />}
    </div>
  )
}

function EmailDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return sentTo === null ? (
    <NewAddressStep email={email} onSent={setSentTo} onClose={onClose} />
  ) : (
    <NewAddressCodeStep email={email} sentTo={sentTo} onClose={onClose} />
  )
}

type StepProps = { email: string; onClose: () => void }

function NewAddressStep({ email, onSent, onClose }: StepProps & { onSent: (sentTo: string) => void }) {
  const [typed, setTyped] = useState('')
  const { dialog, retryProven } = useProven(email)
  const send = useMutation({
    ...changeEmail,
    onSuccess: () => onSent(typed),
    onError: (failure) => void retryProven(failure, () => send.mutate(typed)),
  })
  const message = send.error && dialog === null ? messageOf(send.error, EMAIL_FAULTS.form) : null
  return (
    <>
      <Dialog
        title="Change your email"
        confirm="Send verification code"
        pending={send.isPending && 'Sending…'}
        onConfirm={() => send.mutate(typed)}
        onClose={onClose}
      >
        <p className="text-quiet">
          Once it's confirmed, we'll send sign-in codes to your new address, and you'll be signed out everywhere else.
        </p>
        <TextField
          label="New email"
          name="email"
          type="email"
          autoComplete="email"
          value={typed}
          error={message === null ? null : { message }}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Dialog>
      {dialog}
    </>
  )
}

function NewAddressCodeStep({ email, sentTo, onClose }: StepProps & { sentTo: string }) {
  const [otp, setOtp] = useState('')
  const { dialog, unsent, resend } = useResend(email, sentTo)
  const verify = useMutation({
    ...verifyEmailChange,
    onSuccess(...done) {
      verifyEmailChange.onSuccess?.(...done)
      askSessionAgain()
      showToast({ title: 'Email changed', message: `We'll send codes and emails to ${done[0].email} from now on.` })
      onClose()
    },
  })
  const message = verify.error && messageOf(verify.error, 'Invalid verification code. Please try again.')
  return (
    <>
      <Dialog
        title="Enter the code"
        confirm="Change email"
        pending={verify.isPending && 'Changing…'}
        complaint={unsent}
        onConfirm={() => verify.mutate({ email: sentTo, otp })}
        onClose={onClose}
      >
        <p className="text-quiet">
          We sent a code to <strong className="wrap-anywhere text-ink">{sentTo}</strong>.
        </p>
        <CodeField
          label="Verification code"
          value={otp}
          onChange={setOtp}
          error={message === null ? null : { message }}
        />
        <div className="-my-2 -ml-3.5">
          <ResendButton label="Resend verification code" {...resend} />
        </div>
      </Dialog>
      {dialog}
    </>
  )
}

/** Another code, also after the proof of identity has expired: that is then requested again. */
function useResend(email: string, sentTo: string) {
  const [sentAt, setSentAt] = useState(now)
  const { dialog, retryProven } = useProven(email)
  const unsent = useFailure('Failed to send code')
  const send = useMutation({
    ...changeEmail,
    ...unsent.of,
    onSuccess: () => setSentAt(now()),
    onError(failure) {
      if (!retryProven(failure, () => send.mutate(sentTo))) unsent.of.onError(failure)
    },
  })
  return {
    dialog,
    unsent: unsent.complaint,
    resend: { sentAt, pending: send.isPending, onResend: () => send.mutate(sentTo) },
  }
}
