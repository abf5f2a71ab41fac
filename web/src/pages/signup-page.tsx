import { isSignUpClosed, isSignUpOpen } from '../api/installation.ts'
import { Signup } from '../features/sign-in/signup-form.tsx'
import { paths } from '../paths.ts'
import { OpenToVisitors } from '../session/open-to-visitors.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EntryPage } from '../ui/page/entry-page.tsx'

export const SignupPage = () => <OpenToVisitors>{isSignUpOpen() ? <Signup /> : <PrivateHouse />}</OpenToVisitors>

function PrivateHouse() {
  return (
    <EntryPage title="By invitation only">
      <div className="flex flex-col items-start gap-6">
        <p>
          This Reveille is private.{' '}
          {isSignUpClosed() ? "It isn't taking new people right now." : 'Ask whoever runs it for an invitation.'}
        </p>
        <ButtonLink to={paths.login}>Log in</ButtonLink>
      </div>
    </EntryPage>
  )
}
