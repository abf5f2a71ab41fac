import { LoginForm } from '../features/sign-in/login-form.tsx'
import { OpenToVisitors } from '../session/open-to-visitors.tsx'
import { EntryPage } from '../ui/page/entry-page.tsx'

export function LoginPage() {
  return (
    <OpenToVisitors>
      <EntryPage title="Good to see you" lead="No password to remember. We'll email you a code.">
        <LoginForm />
      </EntryPage>
    </OpenToVisitors>
  )
}
