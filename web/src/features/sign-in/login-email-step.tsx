import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { now } from '../../browser/clock.ts'
import { paths } from '../../paths.ts'
import type { EntryDraft } from '../../session/entry-draft.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { CheckBox } from '../../ui/form/check-box.tsx'
import type { Complaint } from '../../ui/form/complaint.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { emailFault } from './details-faults.ts'
import { requestEmailCode, toastCodeMailed, unsentCode } from './request-email-code.ts'

type Props = {
  draft: EntryDraft
  change: (change: Partial<EntryDraft>) => void
  /** Back from the code step: to use another address. */
  returned: boolean
  onSent: () => void
}

export function LoginEmailStep({ draft, change, returned, onSent }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<Complaint | null>(null)
  const send = useSendLoginCode(change, onSent)
  useEffect(() => {
    if (returned) field.current?.focus()
  }, [returned])

  function submit(event: FormEvent) {
    event.preventDefault()
    const fault = emailFault(draft.email)
    setError(fault)
    if (fault !== null) field.current?.focus()
    else if (!send.isPending) send.mutate(draft.email.trim())
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        ref={field}
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        value={draft.email}
        error={error ?? unsentCode(send.error)}
        onChange={(event) => change({ email: event.target.value })}
      />
      <CheckBox name="rememberMe" checked={draft.rememberMe} onChange={(rememberMe) => change({ rememberMe })}>
        Remember me
      </CheckBox>
      {send.data?.type === 'signup' && <NoAccountYet email={send.variables ?? ''} />}
      <Button type="submit" pending={send.isPending && 'Sending…'}>
        Send verification code
      </Button>
    </form>
  )
}

function useSendLoginCode(change: Props['change'], onSent: () => void) {
  return useMutation({
    ...requestEmailCode,
    onSuccess({ type }, email) {
      change({ email, otp: '', sentTo: email, sentAt: now(), sentFor: type })
      if (type !== 'login') return
      toastCodeMailed()
      onSent()
    },
  })
}

/** LOGIN-7: logging in never creates an account; it offers to, and the code just sent works there. */
function NoAccountYet({ email }: { email: string }) {
  return (
    <Callout tone="sun">
      <div role="status">
        <p>
          We couldn&apos;t find an account for <strong className="wrap-anywhere">{email}</strong>. Check the spelling,
          or create one now. The code we just emailed will work.
        </p>
        <ButtonLink to={paths.signup} look="secondary" size="small" className="mt-3">
          Create an account
        </ButtonLink>
      </div>
    </Callout>
  )
}
