import { paths } from '../../paths.ts'
import { useEntryDraft } from '../../session/entry-draft.ts'
import { useSecondStep } from '../../ui/page/second-step.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { SignupCodeStep } from './signup-code-step.tsx'
import { SignupDetailsStep } from './signup-details-step.tsx'

/** SIGNUP-1 to 5: a name and an address, then the code sent to it. */
export function SignupForm() {
  const [draft, change] = useEntryDraft()
  const code = useSecondStep(() => change({ otp: '' }))
  return (
    <div className="flex flex-col gap-6">
      {code.open && draft.sentTo !== null ? (
        <SignupCodeStep {...{ draft, change }} sentTo={draft.sentTo} onBack={code.leave} />
      ) : (
        <SignupDetailsStep {...{ draft, change }} returned={code.left} onSent={code.enter} />
      )}
      <p className="text-quiet">
        Already have an account? <TextLink to={paths.login}>Log in</TextLink>
      </p>
    </div>
  )
}
