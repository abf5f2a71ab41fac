import { useState } from 'react'
import { paths } from '../../paths.ts'
import { useEntryDraft } from '../../session/entry-draft.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { SignupCodeStep } from './signup-code-step.tsx'
import { SignupDetailsStep } from './signup-details-step.tsx'

/** SIGNUP-1 to 5: a name and an address, then the code that was sent to it. */
export function SignupForm() {
  const [draft, change] = useEntryDraft()
  const [step, setStep] = useState<'details' | 'code'>('details')
  return (
    <div className="flex flex-col gap-6">
      {step === 'details' ? (
        <SignupDetailsStep {...{ draft, change }} onSent={() => setStep('code')} />
      ) : (
        <SignupCodeStep {...{ draft, change }} onBack={() => setStep('details')} />
      )}
      <p className="text-quiet">
        Already have an account? <TextLink to={paths.login}>Log in</TextLink>
      </p>
    </div>
  )
}
