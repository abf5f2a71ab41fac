import { useState } from 'react'
import { DisownForm } from '../../features/phones/disown-form.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
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
