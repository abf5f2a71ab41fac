import { paths } from '../../paths.ts'
import { useEntryDraft } from '../../session/entry-draft.ts'
import { useSecondStep } from '../../ui/page/second-step.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { LoginCodeStep } from './login-code-step.tsx'
import { LoginEmailStep } from './login-email-step.tsx'

/** LOGIN-1 to 7: an address, then the code sent to it. */
export function LoginForm() {
  const [draft, change] = useEntryDraft()
  const code = useSecondStep(() => change({ otp: '' }))
  return (
    <div className="flex flex-col gap-6">
      {code.open && draft.sentTo !== null ? (
        <LoginCodeStep {...{ draft, change }} sentTo={draft.sentTo} onBack={code.leave} />
      ) : (
        <LoginEmailStep {...{ draft, change }} returned={code.left} onSent={code.enter} />
      )}
      <p className="text-quiet">
        New here? <TextLink to={paths.signup}>Create an account</TextLink>
      </p>
    </div>
  )
}
