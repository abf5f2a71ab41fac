import { EMAIL_FAULTS } from '@reveille/core/sign-in/email-address'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { call } from '../../api/call.ts'
import { sendsMail } from '../../api/installation.ts'
import { useRequest } from '../../api/use-request.ts'
import { now } from '../../browser/clock.ts'
import { askSessionAgain } from '../../session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CodeField } from '../../ui/form/code-field.tsx'
import { ResendButton } from '../../ui/form/resend-button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { changeEmail, keepAccount } from './api.ts'

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
      {open && <EmailDialog onClose={() => setOpen(false)} />}
    </div>
  )
}

function EmailDialog({ onClose }: StepProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return sentTo === null ? (
    <NewAddressStep onSent={setSentTo} onClose={onClose} />
  ) : (
    <NewAddressCodeStep sentTo={sentTo} onClose={onClose} />
  )
}

type StepProps = { onClose: () => void }

function NewAddressStep({ onSent, onClose }: StepProps & { onSent: (sentTo: string) => void }) {
  const [typed, setTyped] = useState('')
  const send = useRequest('Failed to send code', {
    mutationFn: changeEmail,
    otherwise: EMAIL_FAULTS.form,
    onSuccess: (_sent, email) => onSent(email),
  })
  return (
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
        error={send.complaint && { message: send.complaint.message }}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Dialog>
  )
}

function NewAddressCodeStep({ sentTo, onClose }: StepProps & { sentTo: string }) {
  const [otp, setOtp] = useState('')
  const [sentAt, setSentAt] = useState(now)
  const send = useRequest('Failed to send code', {
    mutationFn: () => changeEmail(sentTo),
    onSuccess: () => setSentAt(now()),
  })
  const verify = useMutation({
    mutationFn: () => call('verifyEmailChange', { body: { email: sentTo, otp } }).then(keepAccount),
    onSuccess({ email }) {
      askSessionAgain()
      showToast({ title: 'Email changed', message: `We'll send codes and emails to ${email} from now on.` })
      onClose()
    },
  })
  return (
    <Dialog
      title="Enter the code"
      confirm="Change email"
      pending={verify.isPending && 'Changing…'}
      complaint={send.complaint}
      onConfirm={() => verify.mutate()}
      onClose={onClose}
    >
      <p className="text-quiet">
        We sent a code to <strong className="wrap-anywhere text-ink">{sentTo}</strong>.
      </p>
      <CodeField
        label="Verification code"
        value={otp}
        onChange={setOtp}
        error={verify.error && { message: messageOf(verify.error, 'Invalid verification code. Please try again.') }}
      />
      <div className="-my-2 -ml-3.5">
        <ResendButton
          label="Resend verification code"
          sentAt={sentAt}
          pending={send.isPending}
          onResend={() => send.mutate()}
        />
      </div>
    </Dialog>
  )
}
