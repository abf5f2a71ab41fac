import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { call } from '../../api/call.ts'
import type { NumberPlace } from '../../features/phones/phone-proof.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { EntryPage } from '../../ui/page/entry-page.tsx'

/** Prefix of the token in links about a second number. */
const SECOND = 'second.'

export function NotMePage() {
  const [hash] = useState(() => location.hash.slice(1))
  if (hash === '')
    return (
      <EntryPage title="This link is incomplete" lead="Open the link again, or copy all of it.">
        <ButtonLink to={paths.account}>Check my account</ButtonLink>
      </EntryPage>
    )
  const isSecond = hash.startsWith(SECOND)
  return (
    <EntryPage
      title={isSecond ? 'Your account has a second number' : 'Your wake-up number was changed'}
      lead={
        isSecond
          ? "Wasn't you? We'll stop calling it now, and sign out every other browser."
          : "Wasn't you? Pause your calls now. We'll also sign out every other browser, so you can set your number again."
      }
    >
      <DisownForm token={isSecond ? hash.slice(SECOND.length) : hash} as={isSecond ? 'second' : 'first'} />
    </EntryPage>
  )
}

const EXPIRED = 'This link has expired. Please log in and check your wake-up number in Account.'

const ENDED =
  'Every other browser has been signed out. Your tokens, your calendar link, and any passkey added since the day before that change no longer work.'

const WORDS = {
  first: {
    press: "That wasn't me. Pause my calls",
    pending: 'Pausing…',
    done: 'Your calls are paused.',
    what: `We won't call either number. ${ENDED}`,
    next: 'To get them back, log in and verify your number. Your schedules are just as you left them.',
    logIn: 'Log in and set my number',
    returnTo: paths.phone,
  },
  second: {
    press: "That wasn't me. Don't call it",
    pending: 'Stopping…',
    done: "We won't call that number.",
    what: `We'll still call your wake-up number. ${ENDED}`,
    next: null,
    logIn: 'Log in and check my account',
    returnTo: paths.account,
  },
} as const

/** Takes a press, so link scanners change nothing. */
function DisownForm({ token, as }: { token: string; as: NumberPlace }) {
  const disown = useMutation({ mutationFn: () => call('notMe', { body: { token } }) })
  const { press, pending, done, what, next, logIn, returnTo } = WORDS[as]
  if (disown.isSuccess)
    return (
      <div className="flex flex-col gap-5">
        <Callout tone="sun">
          <p role="status">
            <strong>{done}</strong> {what}
          </p>
        </Callout>
        {next && <p>{next}</p>}
        <ButtonLink to={`${paths.login}?returnTo=${encodeURIComponent(returnTo)}`}>{logIn}</ButtonLink>
      </div>
    )
  return (
    <div className="flex flex-col gap-5">
      {disown.isError && (
        <Callout tone="bad">
          <p role="alert">{messageOf(disown.error, EXPIRED)}</p>
        </Callout>
      )}
      <Button look="danger" pending={disown.isPending && pending} onClick={() => disown.mutate()}>
        {press}
      </Button>
      <p className="text-sm text-quiet">If it was you, you can close this page.</p>
    </div>
  )
}
