import { useSyncExternalStore } from 'react'
import { LoginForm } from '../features/sign-in/login-form.tsx'
import { OpenToVisitors } from '../session/open-to-visitors.tsx'
import { EntryPage } from '../ui/page/entry-page.tsx'

const LEAD = "No password to remember. We'll email you a code."

export function LoginPage() {
  const wasSignedOut = useSyncExternalStore(never, saysSignedOut, () => false) // unknown when prerendered
  return (
    <OpenToVisitors>
      <EntryPage title="Good to see you" lead={wasSignedOut ? <SignedOut /> : LEAD}>
        <LoginForm />
      </EntryPage>
    </OpenToVisitors>
  )
}

const SignedOut = () => (
  <>
    <strong className="text-ink">You've been signed out.</strong> {LEAD}
  </>
)

const never = () => () => {}
const saysSignedOut = () => new URLSearchParams(location.search).has('signedOut')
