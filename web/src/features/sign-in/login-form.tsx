import { useState } from 'react'
import { paths } from '../../paths.ts'
import { useEntryDraft } from '../../session/entry-draft.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { LoginCodeStep } from './login-code-step.tsx'
import { LoginEmailStep } from './login-email-step.tsx'

/** LOGIN-1 to 7: an address, then the code that was sent to it. */
export function LoginForm() {
  const [draft, change] = useEntryDraft()
  const [rememberMe, setRememberMe] = useState(false)
  const [step, setStep] = useState<'email' | 'code'>('email')
  return (
    <div className="flex flex-col gap-6">
      {step === 'email' ? (
        <LoginEmailStep {...{ draft, change, rememberMe, setRememberMe }} onSent={() => setStep('code')} />
      ) : (
        <LoginCodeStep {...{ draft, change, rememberMe }} onBack={() => setStep('email')} />
      )}
      <p className="text-quiet">
        New here? <TextLink to={paths.signup}>Create an account</TextLink>
      </p>
    </div>
  )
}
