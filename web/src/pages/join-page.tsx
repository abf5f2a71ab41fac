import type { LinkShown } from '@reveille/contract/sign-in'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { call } from '../api/call.ts'
import { endpointQuery } from '../api/endpoint-query.ts'
import { useRequest } from '../api/use-request.ts'
import { now } from '../browser/clock.ts'
import { CodeForm } from '../features/sign-in/code-form.tsx'
import { goOn } from '../features/sign-in/login-form.tsx'
import { PasskeySignIn } from '../features/sign-in/passkey-sign-in.tsx'
import { Signup } from '../features/sign-in/signup-form.tsx'
import { paths } from '../paths.ts'
import { suggestName, useEntryDraft } from '../session/entry-draft.ts'
import { OpenToVisitors } from '../session/open-to-visitors.tsx'
import { Button, ButtonLink, Spinner } from '../ui/button.tsx'
import { Failure } from '../ui/form/field.tsx'
import { EntryPage } from '../ui/page/entry-page.tsx'

/** The page that a link opens. Its secret comes after #. Opening it changes nothing; only the form's button does. */
export const JoinPage = () => (
  <OpenToVisitors>
    <Join />
  </OpenToVisitors>
)

function Join() {
  const link = useSyncExternalStore(onHashChange, () => location.hash.slice(1))
  const { data, error } = useQuery({
    ...endpointQuery('lookAtLink', ['link', link], { body: { link } }),
    staleTime: 'static', // the form's own request uses up the link
  })
  if (error) return <LinkRefused message={messageOf(error, 'Please try again later.')} />
  return data ? <Opened {...data} link={link} /> : <Spinner />
}

function onHashChange(changed: () => void) {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

type Link = LinkShown & { link: string }

function Opened(props: Link) {
  const { kind, name, by, link } = props
  useEffect(() => {
    if (name !== null && kind !== 'sign-in') suggestName(name)
  }, [name, kind])
  if (kind === 'sign-in') return <LinkSignIn {...props} />
  if (kind === 'setup')
    return (
      <Signup
        title="Set up your Reveille"
        lead="This makes the first account. It's the owner's: you decide who may join."
        link={link}
      />
    )
  return (
    <Signup
      title="You're invited"
      lead={`${by ?? 'The owner'} invites you to their Reveille. Just your name and email. No password.`}
      link={link}
    />
  )
}

function LinkRefused({ message }: { message: string }) {
  return (
    <EntryPage title="This link can't be used">
      <div className="flex flex-col items-start gap-6">
        <p role="alert">{message}</p>
        <ButtonLink to={paths.login}>Log in</ButtonLink>
      </div>
    </EntryPage>
  )
}

/** Signs in by an owner's link, which asks for a code by call or a passkey if its person has either. */
function LinkSignIn({ name, by, link, takes }: Link) {
  const [{ rememberMe }] = useEntryDraft()
  const maker = by ?? 'Whoever runs this Reveille'
  return (
    <EntryPage title={`Log in as ${name ?? 'yourself'}`} lead={`${maker} made this link. It works once.`}>
      <div className="flex flex-col gap-5">
        {takes?.includes('call') && <ByCall link={link} />}
        {takes?.includes('passkey') && <PasskeySignIn rememberMe={rememberMe} onEntered={goOn} />}
        {!takes?.length && <AtOnce link={link} />}
      </div>
    </EntryPage>
  )
}

function AtOnce({ link }: { link: string }) {
  const enter = useRequest('Login failed', {
    mutationFn: () => call('linkLogin', { body: { link } }),
    onSuccess: goOn,
  })
  return (
    <>
      <Button pending={(enter.isPending || enter.isSuccess) && 'Signing in…'} onClick={() => enter.mutate()}>
        Log in
      </Button>
      <Failure complaint={enter.complaint} />
    </>
  )
}

function ByCall({ link }: { link: string }) {
  const [otp, setOtp] = useState('')
  const [sentAt, setSentAt] = useState<number | null>(null)
  const request = async () => {
    await call('linkCode', { body: { link } })
    setSentAt(now())
  }
  const ring = useRequest("We couldn't call", { mutationFn: request })
  if (sentAt === null)
    return (
      <>
        <p>To make sure it's you, we'll call your verified number and read you a code.</p>
        <Button pending={ring.isPending && 'Calling…'} onClick={() => ring.mutate()}>
          Call me with a code
        </Button>
        <Failure complaint={ring.complaint} />
      </>
    )
  return (
    <CodeForm
      sentTo={<p role="status">Your phone will ring in a moment. Press 1 to hear the code.</p>}
      otp={otp}
      onType={setOtp}
      sentAt={sentAt}
      resend={{ mutationFn: request }}
      resendLabel="Call again"
      label="Sign in"
      pendingLabel="Signing in…"
      enter={(typed) => call('linkLogin', { body: { link, otp: typed } })}
      onEntered={goOn}
      refusal="Login failed"
    />
  )
}
