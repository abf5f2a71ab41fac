import { CONSENTS } from '@reveille/core/consents/consents'
import { CODE_LIFE_MS } from '@reveille/core/sign-in/one-time-code'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { complaintOf } from '../../api/api-failure.ts'
import { call } from '../../api/call.ts'
import { sendsMail } from '../../api/installation.ts'
import { now } from '../../browser/clock.ts'
import { paths } from '../../paths.ts'
import { rememberSignedIn } from '../../session/browser-evidence.ts'
import { type EntryDraft, forgetEntryDraft, useEntryDraft } from '../../session/entry-draft.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/form/check-box.tsx'
import type { Complaint } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { EntryPage } from '../../ui/page/entry-page.tsx'
import { SECOND_STEP, useSecondStep } from '../../ui/page/second-step.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { codeTitle, MailedCodeForm } from './code-form.tsx'
import { detailsFaults, type DetailsFaults } from './details-faults.ts'
import { requestEmailCode, toastCodeMailed, unsentCode } from './request-email-code.ts'

/** Time to read why the page changes (ms). */
const TO_LOGIN_AFTER_MS = 2_000

/** Unless the login page just sent one that's still valid. A known address got a code for logging in. */
function useSendSignupCode({ draft, change, onSent, link }: Omit<Props, 'returned'>) {
  const [, navigate] = useLocation()
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(leaving.current), [])
  const send = useMutation({ mutationFn: requestEmailCode(link) })

  function start(email: string): void {
    if (send.isPending) return
    if (hasSignupCode(draft, email, now())) return onSent()
    send.mutate(email, {
      // An option of `mutate`, so that it isn't called once the email is corrected or the page left.
      onSuccess({ type, message }) {
        change({ email, otp: '', sentTo: email, sentAt: now(), sentFor: type })
        if (type !== 'login') {
          toastCodeMailed({ message })
          return onSent()
        }
        leaving.current = setTimeout(() => navigate(paths.login, { state: SECOND_STEP }), TO_LOGIN_AFTER_MS)
      },
    })
  }
  function forget(): void {
    clearTimeout(leaving.current)
    send.reset()
  }
  const complaint = send.data?.type === 'login' ? KNOWN : unsentCode(send.error)
  return { pending: send.isPending, complaint, start, forget }
}

/** Where no email is sent, the link alone makes the account. */
function useJoin({ name, email, rememberMe }: EntryDraft, link = '') {
  const join = useMutation({
    mutationFn: () => call('signUp', { body: { email: email.trim(), name: name.trim(), rememberMe, link } }),
    onSuccess: welcome,
  })
  return {
    pending: join.isPending || join.isSuccess,
    complaint: join.error && complaintOf("That didn't work", join.error),
    start: () => join.isPending || join.mutate(),
    forget: join.reset,
  }
}

const KNOWN = {
  title: 'Email already registered',
  message: 'This email is already registered. Please login instead.',
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
  link: string | undefined
}

function SignupDetailsStep({ draft, change, returned, onSent, link }: Props) {
  const email = useRef<HTMLInputElement>(null)
  const { accepted } = draft
  const [faults, setFaults] = useState<DetailsFaults | null>(null)
  const byCode = useSendSignupCode({ draft, change, onSent, link })
  const atOnce = useJoin(draft, link)
  const send = sendsMail() ? byCode : atOnce
  useEffect(() => {
    if (returned) email.current?.focus()
  }, [returned])
  function edit(field: keyof DetailsFaults, part: Partial<EntryDraft>) {
    setFaults((found) => found && { ...found, [field]: null })
    if (field === 'email') send.forget()
    change(part)
  }

  function submit(form: HTMLFormElement) {
    const found = detailsFaults(draft)
    setFaults(found)
    const first = Object.entries(found).find(([, fault]) => fault !== null)?.[0]
    if (first === undefined) send.start(draft.email.trim())
    else form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }

  return (
    <Form onSubmit={submit} className="flex flex-col gap-5">
      {/* Takes Enter, which a browser ignores while the button below is disabled. */}
      <button type="submit" hidden aria-label="Continue" />
      <TextField
        label="Full name"
        name="name"
        autoComplete="name"
        value={draft.name}
        error={faults?.name}
        onChange={(event) => edit('name', { name: event.target.value })}
      />
      <TextField
        ref={email}
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        value={draft.email}
        error={faults?.email ?? send.complaint}
        hint={
          !sendsMail() && "You'll log in with this address. This Reveille doesn't send email, so we won't verify it."
        }
        onChange={(event) => edit('email', { email: event.target.value })}
      />
      <TermsBox accepted={accepted} onAccept={(accept) => edit('terms', { accepted: accept })} error={faults?.terms} />
      <CheckBox name="rememberMe" checked={draft.rememberMe} onChange={(rememberMe) => change({ rememberMe })}>
        Remember me
      </CheckBox>
      <Button type="submit" disabled={!accepted} pending={send.pending && (sendsMail() ? 'Sending…' : CREATING)}>
        {sendsMail() ? 'Continue with email' : 'Create account'}
      </Button>
    </Form>
  )
}

const CREATING = 'Creating your account…'

type TermsProps = { accepted: boolean; onAccept: (accepted: boolean) => void; error: Complaint | null | undefined }

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

function welcome() {
  showToast({ title: 'Account created successfully', message: 'Welcome to Reveille!' })
  rememberSignedIn(true)
  forgetEntryDraft()
  setTimeout(() => location.assign(paths.dashboard), TO_DASHBOARD_AFTER_MS)
}

const LEAD = 'Just your name and email. No password. Your first wake-up call is free.'

/** `link`: the secret of an invitation or a setup link. */
type SignupProps = { title?: string; lead?: ReactNode; link?: string }

export function Signup({ title = 'Better mornings start here', lead = LEAD, link }: SignupProps) {
  const [draft, change] = useEntryDraft()
  const { name, rememberMe } = draft
  const code = useSecondStep(() => change({ otp: '' }))
  const sentTo = code.open ? draft.sentTo : null
  return (
    <EntryPage title={sentTo === null ? title : codeTitle()} lead={lead}>
      <div className="flex flex-col gap-6">
        {sentTo === null ? (
          <SignupDetailsStep {...{ draft, change, link }} returned={code.left} onSent={code.enter} />
        ) : (
          <MailedCodeForm
            {...{ draft, change, sentTo, link }}
            onBack={code.leave}
            label="Create account"
            pendingLabel={CREATING}
            enter={(otp) => call('signUp', { body: { email: sentTo, otp, name: name.trim(), rememberMe, link } })}
            onEntered={welcome}
            refusal="Verification failed"
          />
        )}
        <p className="text-quiet">
          Already have an account? <TextLink to={paths.login}>Log in</TextLink>
        </p>
      </div>
    </EntryPage>
  )
}
