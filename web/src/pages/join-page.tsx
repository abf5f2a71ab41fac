import type { LinkShown } from '@reveille/contract/sign-in'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { endpointQuery } from '../api/endpoint-query.ts'
import { LinkSignIn } from '../features/sign-in/link-sign-in.tsx'
import { Signup } from '../features/sign-in/signup-form.tsx'
import { paths } from '../paths.ts'
import { suggestName } from '../session/entry-draft.ts'
import { OpenToVisitors } from '../session/open-to-visitors.tsx'
import { ButtonLink, Spinner } from '../ui/button.tsx'
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

function Opened(props: LinkShown & { link: string }) {
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
