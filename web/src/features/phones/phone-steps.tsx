import { useSecondStep } from '../../ui/page/second-step.ts'
import { PhoneCodeStep } from './code/phone-code-step.tsx'
import { usePhoneDraft } from './number/phone-draft.ts'
import { PhoneNumberStep } from './number/phone-number-step.tsx'
import type { PhoneProof } from './phone-proof.ts'

/** The number, then the code. The proof outlives its steps: a code is confirmed by the session that sent it. */
export function PhoneSteps({ proof }: { proof: PhoneProof }) {
  const [draft, change] = usePhoneDraft()
  const code = useSecondStep(() => {
    proof.reset()
    change({ otp: '' })
  })
  return code.open && draft.sentTo !== null && proof.canVerify() ? (
    <PhoneCodeStep {...{ proof, draft, change }} phone={draft.sentTo} onBack={code.leave} />
  ) : (
    <PhoneNumberStep {...{ proof, draft, change }} onSent={code.enter} />
  )
}
