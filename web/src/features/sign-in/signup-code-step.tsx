import { paths } from '../../paths.ts'
import { rememberSignedIn } from '../../session/browser-evidence.ts'
import { forgetEntryDraft } from '../../session/entry-draft.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { createAccount } from './api.ts'
import { MailedCodeForm, type CodeStepProps } from './mailed-code-form.tsx'

/** SIGNUP-4. */
const TO_DASHBOARD_AFTER_MS = 500

/** SIGNUP-2 and 4. */
export function SignupCodeStep(props: CodeStepProps) {
  const { draft, sentTo: email } = props
  return (
    <MailedCodeForm
      {...props}
      label="Create account"
      pendingLabel="Creating your account…"
      enter={(otp) => createAccount({ email, otp, name: draft.name.trim(), rememberMe: draft.rememberMe })}
      onEntered={welcome}
      refusal={{
        title: 'Verification failed',
        message: 'Could not verify your email or create account. Please try again.',
      }}
    />
  )
}

function welcome() {
  showToast({ title: 'Account created successfully', message: 'Welcome to Reveille!' })
  rememberSignedIn(true)
  forgetEntryDraft()
  setTimeout(() => location.assign(paths.dashboard), TO_DASHBOARD_AFTER_MS)
}
