import { rememberSignedIn } from '../../session/browser-evidence.ts'
import { forgetEntryDraft } from '../../session/entry-draft.ts'
import { afterSignIn } from '../../session/leave-for-login.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { logIn } from './api.ts'
import { MailedCodeForm, type CodeStepProps } from './mailed-code-form.tsx'

/** LOGIN-3 to 5. */
export function LoginCodeStep(props: CodeStepProps) {
  const { draft, sentTo: email } = props
  return (
    <MailedCodeForm
      {...props}
      label="Sign in"
      pendingLabel="Signing in…"
      enter={(otp) => logIn({ email, otp, rememberMe: draft.rememberMe })}
      onEntered={goOn}
      refusal={{ title: 'Login failed', message: 'Invalid verification code. Please try again.' }}
    />
  )
}

function goOn() {
  showToast({ title: 'Login successful', message: 'Loading your dashboard...' })
  rememberSignedIn(true)
  forgetEntryDraft()
  location.assign(afterSignIn(location.search))
}
