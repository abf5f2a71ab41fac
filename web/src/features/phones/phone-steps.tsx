import { useSecondStep } from '../../ui/page/second-step.ts'
import { PhoneCodeStep } from './code/phone-code-step.tsx'
import { usePhoneDraft } from './number/phone-draft.ts'
import { PhoneNumberStep } from './number/phone-number-step.tsx'
import type { PhoneProof } from './phone-proof.ts'
import { usePhoneProven } from './use-phone-proven.tsx'

/** The number, then the code. The proof outlives its steps: a code is confirmed by the session that sent it. */
export function PhoneSteps({ proof }: { proof: PhoneProof }) {
  const [draft, change] = usePhoneDraft(proof.as)
  const { dialog, retryProven } = usePhoneProven()
  const code = useSecondStep(() => {
    proof.reset()
    change({ otp: '' })
  })
  const step = { proof, draft, change, retryProven }
  return (
    <>
      {code.open && draft.sentTo !== null && proof.canVerify() ? (
        <PhoneCodeStep {...step} phone={draft.sentTo} onBack={code.leave} />
      ) : (
        <PhoneNumberStep {...step} onSent={code.enter} />
      )}
      {dialog}
    </>
  )
}
