import type { LinkShown } from '@reveille/contract/sign-in'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useRequest } from '../../api/use-request.ts'
import { now } from '../../browser/clock.ts'
import { useEntryDraft } from '../../session/entry-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/form/field.tsx'
import { EntryPage } from '../../ui/page/entry-page.tsx'
import { CodeForm } from './code-form.tsx'
import { goOn } from './login-form.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'

type Props = LinkShown & { link: string }

/** Signs in by an owner's link, which asks for a code by call or a passkey if its person has either. */
export function LinkSignIn({ name, by, link, takes }: Props) {
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
      refusal={{ title: 'Login failed', message: 'Invalid verification code. Please try again.' }}
    />
  )
}
