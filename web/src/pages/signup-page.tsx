import { SignupForm } from '../features/sign-in/signup-form.tsx'
import { OpenToVisitors } from '../session/open-to-visitors.tsx'
import { EntryPage } from '../ui/page/entry-page.tsx'

export function SignupPage() {
  return (
    <OpenToVisitors>
      <EntryPage
        title="Better mornings start here"
        lead="Just your name and email. No password. Your first wake-up call is free."
      >
        <SignupForm />
      </EntryPage>
    </OpenToVisitors>
  )
}
