import { CONSENTS } from '@reveille/core/consents/consents'
import { CODE_LIFE_MS } from '@reveille/core/sign-in/one-time-code'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { now } from '../../browser/clock.ts'
import { paths } from '../../paths.ts'
import { rememberSignedIn } from '../../session/browser-evidence.ts'
import { type EntryDraft, forgetEntryDraft, useEntryDraft } from '../../session/entry-draft.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/form/check-box.tsx'
import type { Complaint } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useSecondStep } from '../../ui/page/second-step.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { type DetailsFault, firstFault } from './details-faults.ts'
import { type CodeStepProps, MailedCodeForm } from './mailed-code-form.tsx'
import { createAccount, requestEmailCode, toastCodeMailed, unsentCode } from './request-email-code.ts'

/** Time to read why the page changes (ms). */
const TO_LOGIN_AFTER_MS = 2_000

/** Sends the code, unless the login page just sent a still valid one to the same address. */
function useSendSignupCode(
  draft: EntryDraft,
  change: (change: Partial<EntryDraft>) => void,
  onSent: () => void,
): { pending: boolean; failure: unknown; start: (email: string) => void } {
  const [, navigate] = useLocation()
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(leaving.current), [])
  const send = useMutation({
    ...requestEmailCode,
    onSuccess({ type }, email) {
      change({ email, otp: '', sentTo: email, sentAt: now(), sentFor: type })
      if (type !== 'login') {
        toastCodeMailed()
        return onSent()
      }
      showToast({
        title: 'Email already registered',
        message: 'This email is already registered. Please login instead.',
      })
      leaving.current = setTimeout(() => navigate(paths.login), TO_LOGIN_AFTER_MS)
    },
  })

  function start(email: string): void {
    if (send.isPending) return
    if (hasSignupCode(draft, email, now())) onSent()
    else send.mutate(email)
  }
  return { pending: send.isPending, failure: send.error, start }
}

type Sent = Pick<EntryDraft, 'sentTo' | 'sentAt' | 'sentFor'>

/** Whether a sign-up code sent to this address is still valid; `at` in ms since the epoch. */
export const hasSignupCode = ({ sentTo, sentAt, sentFor }: Sent, email: string, at: number): boolean =>
  sentTo === email && sentFor === 'signup' && at - sentAt < CODE_LIFE_MS

type Props = {
  draft: EntryDraft
  change: (change: Partial<EntryDraft>) => void
  /** Back from the code step: to use another address. */
  returned: boolean
  onSent: () => void
}

function SignupDetailsStep({ draft, change, returned, onSent }: Props) {
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

const TO_DASHBOARD_AFTER_MS = 500

function SignupCodeStep(props: CodeStepProps) {
  const { draft, sentTo: email } = props
  return (
    <MailedCodeForm
      {...props}
      label="Create account"
      pendingLabel="Creating your account…"
      enter={(otp) => createAccount({ email, otp, name: draft.name.trim(), rememberMe: draft.rememberMe })}
      onEntered={welcome}
      refusal={{
        title: 'Verification failed',
        message: 'Could not verify your email or create account. Please try again.',
      }}
    />
  )
}

function welcome() {
  showToast({ title: 'Account created successfully', message: 'Welcome to Reveille!' })
  rememberSignedIn(true)
  forgetEntryDraft()
  setTimeout(() => location.assign(paths.dashboard), TO_DASHBOARD_AFTER_MS)
}

/** A name and an address, then the code sent to it. */
export function SignupForm() {
  const [draft, change] = useEntryDraft()
  const code = useSecondStep(() => change({ otp: '' }))
  return (
    <div className="flex flex-col gap-6">
      {code.open && draft.sentTo !== null ? (
        <SignupCodeStep {...{ draft, change }} sentTo={draft.sentTo} onBack={code.leave} />
      ) : (
        <SignupDetailsStep {...{ draft, change }} returned={code.left} onSent={code.enter} />
      )}
      <p className="text-quiet">
        Already have an account? <TextLink to={paths.login}>Log in</TextLink>
      </p>
    </div>
  )
}
