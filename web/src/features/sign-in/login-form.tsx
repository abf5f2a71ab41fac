import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { sendsMail } from '../../api/installation.ts'
import { now } from '../../browser/clock.ts'
import { paths } from '../../paths.ts'
import { rememberSignedIn } from '../../session/browser-evidence.ts'
import { type EntryDraft, forgetEntryDraft, useEntryDraft } from '../../session/entry-draft.ts'
import { afterSignIn } from '../../session/leave-for-login.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { CheckBox } from '../../ui/form/check-box.tsx'
import type { Complaint } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { EntryPage } from '../../ui/page/entry-page.tsx'
import { useSecondStep } from '../../ui/page/second-step.ts'
import { useInBrowser } from '../../ui/shared-value.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { codeTitle, MailedCodeForm } from './code-form.tsx'
import { emailFault } from './details-faults.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { requestEmailCode, toastCodeMailed, unsentCode } from './request-email-code.ts'

const lead = () =>
  sendsMail()
    ? "No password to remember. We'll email you a code."
    : "No password to remember. We'll call your verified number with a code."

export function Login() {
  const [draft, change] = useEntryDraft()
  const code = useSecondStep(() => change({ otp: '' }))
  const sentTo = code.open ? draft.sentTo : null
  const wasSignedOut = useInBrowser(saysSignedOut, false) // unknown when prerendered
  return (
    <EntryPage title={sentTo === null ? 'Good to see you' : codeTitle()} lead={wasSignedOut ? <SignedOut /> : lead()}>
      {sentTo === null ? (
        <LoginEmailStep {...{ draft, change }} returned={code.left} onSent={code.enter} />
      ) : (
        <MailedCodeForm
          {...{ draft, change, sentTo }}
          onBack={code.leave}
          label="Sign in"
          pendingLabel="Signing in…"
          enter={(otp) => call('login', { body: { email: sentTo, otp, rememberMe: draft.rememberMe } })}
          onEntered={goOn}
          refusal="Login failed"
        />
      )}
    </EntryPage>
  )
}

const SignedOut = () => (
  <>
    <strong className="text-ink">You've been signed out.</strong> {lead()}
  </>
)

const saysSignedOut = () => new URLSearchParams(location.search).has('signedOut')

export function goOn() {
  showToast({ title: 'Login successful', message: 'Loading your dashboard...' })
  rememberSignedIn(true)
  forgetEntryDraft()
  location.assign(afterSignIn(location.search))
}

type Props = {
  draft: EntryDraft
  change: (change: Partial<EntryDraft>) => void
  /** Back from the code step: to use another address. */
  returned: boolean
  onSent: () => void
}

function LoginEmailStep({ draft, change, returned, onSent }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<Complaint | null>(null)
  const send = useSendLoginCode(change, onSent)
  const isUnknown = send.data?.type === 'signup'
  useEffect(() => {
    if (returned) field.current?.focus()
  }, [returned])

  function submit() {
    const fault = emailFault(draft.email)
    setError(fault)
    if (fault !== null) field.current?.focus()
    else if (!send.isPending) send.start(draft.email.trim())
  }

  return (
    <Form onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        ref={field}
        label="Email"
        type="email"
        name="email"
        autoComplete="username webauthn"
        autoCapitalize="none"
        value={draft.email}
        error={error ?? unsentCode(send.error)}
        onChange={(event) => {
          setError(null)
          send.reset()
          change({ email: event.target.value })
        }}
      />
      <CheckBox name="rememberMe" checked={draft.rememberMe} onChange={(rememberMe) => change({ rememberMe })}>
        Remember me
      </CheckBox>
      {isUnknown && <NoAccountYet email={send.variables ?? ''} />}
      <Button type="submit" look={isUnknown ? 'secondary' : 'primary'} pending={send.isPending && 'Sending…'}>
        {sendsMail() ? 'Send verification code' : 'Call me with a code'}
      </Button>
      <PasskeySignIn rememberMe={draft.rememberMe} onEntered={goOn} />
      {!sendsMail() && (
        <p className="text-quiet">
          Can't log in this way? Ask an owner of this Reveille for a sign-in link. We send no email. Between 10 PM and 7
          AM, we only call if you&apos;ve logged in here before.
        </p>
      )}
      {!isUnknown && (
        <p className="text-quiet">
          New here? <TextLink to={paths.signup}>Create an account</TextLink>
        </p>
      )}
    </Form>
  )
}

function useSendLoginCode(change: Props['change'], onSent: () => void) {
  const send = useMutation({ mutationFn: requestEmailCode() })
  const start = (email: string) =>
    send.mutate(email, {
      // An option of `mutate`, so that it isn't called once the email is corrected or the page left.
      onSuccess({ type, message }) {
        change({ email, otp: '', sentTo: email, sentAt: now(), sentFor: type })
        if (type !== 'login') return
        toastCodeMailed({ message })
        onSent()
      },
    })
  return { ...send, start }
}

/** Logging in never creates an account: it links to sign-up, where the sent code works too. */
function NoAccountYet({ email }: { email: string }) {
  return (
    <Callout tone="sun">
      <div role="status">
        <p>
          We couldn&apos;t find an account for <strong className="wrap-anywhere">{email}</strong>. Check the spelling,
          or create one now. The code we just emailed will work.
        </p>
        <ButtonLink to={paths.signup} className="mt-3">
          Create an account
        </ButtonLink>
      </div>
    </Callout>
  )
}
