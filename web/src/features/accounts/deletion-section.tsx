import { DELETION_WORD } from '@reveille/core/accounts/deletion-word'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { paths } from '../../paths.ts'
import { useMailedCode } from '../../proof/use-mailed-code.ts'
import { forgetPerson } from '../../session/forget-person.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CodeField } from '../../ui/form/code-field.tsx'
import { ErrorText } from '../../ui/form/field.tsx'
import { ResendButton } from '../../ui/form/resend-button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { deleteAccount } from './api.ts'

/** ACCT-3. */
export function DeletionSection({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Section id="delete" title="Delete account">
      <Card className="flex flex-col items-start gap-4">
        <p className="text-quiet">
          Cancels every call and removes your name, addresses, preferences, history and recordings at once. If you told
          us not to call or text your number, a scrambled fingerprint of it stays, so that we keep to that.
        </p>
        <Button look="danger" onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      </Card>
      {open && <DeletionDialog email={email} onClose={() => setOpen(false)} />}
    </Section>
  )
}

function DeletionDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { otp, setOtp, resend } = useMailedCode('deletion')
  const [word, setWord] = useState('')
  const remove = useMutation({ ...deleteAccount, onSuccess: leave })
  return (
    <Dialog
      title="Delete your account for good?"
      confirm="Delete for good"
      cancel="Keep my account"
      look="danger"
      pending={(remove.isPending || remove.isSuccess) && 'Deleting…'}
      onConfirm={() => remove.mutate({ word, otp })}
      onClose={onClose}
    >
      <p className="text-quiet">
        This cannot be undone, and your phone will not ring any more. We sent a code to{' '}
        <strong className="wrap-anywhere text-ink">{email}</strong>.
      </p>
      <CodeField label="Verification code" value={otp} onChange={setOtp} />
      <TextField
        label={`Type ${DELETION_WORD}`}
        name="word"
        autoComplete="off"
        autoCapitalize="characters"
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
      {remove.error && <ErrorText complaint={{ message: messageOf(remove.error, 'Please try again later.') }} />}
      <div className="-my-2 -ml-3.5">
        <ResendButton label="Resend verification code" {...resend} />
      </div>
    </Dialog>
  )
}

/** A full page load: nothing of the person stays in memory. */
function leave() {
  forgetPerson()
  location.replace(paths.landing)
}
