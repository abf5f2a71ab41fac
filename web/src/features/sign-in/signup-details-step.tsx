import { CONSENTS } from '@reveille/core/consents/consents'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { paths } from '../../paths.ts'
import type { EntryDraft } from '../../session/entry-draft.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/form/check-box.tsx'
import type { Complaint } from '../../ui/form/complaint.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { firstFault, type DetailsFault } from './details-faults.ts'
import { unsentCode } from './request-email-code.ts'
import { useSendSignupCode } from './use-send-signup-code.ts'

type Props = {
  draft: EntryDraft
  change: (change: Partial<EntryDraft>) => void
  /** Back from the code step: to use another address. */
  returned: boolean
  onSent: () => void
}

export function SignupDetailsStep({ draft, change, returned, onSent }: Props) {
  const name = useRef<HTMLInputElement>(null)
  const email = useRef<HTMLInputElement>(null)
  const { accepted } = draft
  const [fault, setFault] = useState<DetailsFault | null>(null)
  const send = useSendSignupCode(draft, change, onSent)
  useEffect(() => {
    if (returned) email.current?.focus()
  }, [returned])
  const errorOf = (field: DetailsFault['field']): Complaint | null => (fault?.field === field ? fault.complaint : null)

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = firstFault(draft)
    setFault(found)
    if (found?.field === 'name') name.current?.focus()
    else if (found?.field === 'email') email.current?.focus()
    else if (found === null) send.start(draft.email.trim())
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        ref={name}
        label="Full name"
        name="name"
        autoComplete="name"
        value={draft.name}
        error={errorOf('name')}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        ref={email}
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        value={draft.email}
        error={errorOf('email') ?? unsentCode(send.failure)}
        onChange={(event) => change({ email: event.target.value })}
      />
      <TermsBox accepted={accepted} onAccept={(accept) => change({ accepted: accept })} error={errorOf('terms')} />
      <CheckBox name="rememberMe" checked={draft.rememberMe} onChange={(rememberMe) => change({ rememberMe })}>
        Remember me
      </CheckBox>
      <Button type="submit" disabled={!accepted} pending={send.pending && 'Sending…'}>
        Continue with email
      </Button>
    </form>
  )
}

type TermsProps = { accepted: boolean; onAccept: (accepted: boolean) => void; error: Complaint | null }

function TermsBox({ accepted, onAccept, error }: TermsProps) {
  return (
    <CheckBox name="terms" required checked={accepted} onChange={onAccept} error={error}>
      {CONSENTS.terms.accept}{' '}
      <TextLink to={paths.terms} newTab>
        {CONSENTS.terms.terms}
      </TextLink>{' '}
      {CONSENTS.terms.and}{' '}
      <TextLink to={paths.privacy} newTab>
        {CONSENTS.terms.privacy}
      </TextLink>
    </CheckBox>
  )
}
