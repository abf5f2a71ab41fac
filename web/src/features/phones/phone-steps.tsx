import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { clientConfig } from '../../api/client-config.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink, Spinner } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { useSecondStep } from '../../ui/page/second-step.ts'
import { useIsHere } from '../../ui/page/use-is-here.ts'
import { boxesProof } from './api.ts'
import { PhoneCodeStep } from './code/phone-code-step.tsx'
import { usePhoneStep } from './number/phone-draft.ts'
import { PhoneNumberStep } from './number/phone-number-step.tsx'
import type { PhoneProof } from './phone-proof.ts'

/** Both steps share one proof, because Firebase confirms a code only in the session that sent it. */
export function PhoneSteps({ proof }: { proof: PhoneProof }) {
  const step = usePhoneStep(proof)
  const code = useSecondStep(() => {
    proof.reset?.()
    step.change({ otp: '' })
  })
  const { sentTo } = step.draft
  if (!code.open || sentTo === null || proof.canVerify?.() === false)
    return <PhoneNumberStep {...step} onSent={code.enter} />
  return (
    <PhoneCodeStep {...step} phone={sentTo}>
      <Button look="quiet" size="small" onClick={code.leave}>
        Back to Phone Number
      </Button>
    </PhoneCodeStep>
  )
}

/** The number here, the code on the page with the six boxes. */
export function PhoneByTextForm() {
  const { isPending } = useQuery(clientConfig)
  const [, navigate] = useLocation()
  const isHere = useIsHere()
  const step = usePhoneStep(boxesProof)
  return isPending ? <Spinner /> : <PhoneNumberStep {...step} onSent={() => isHere() && navigate(paths.phoneCode)} />
}

/** The code for the stored number; null without one. */
export function PhoneBoxesForm({ phone }: { phone: string | null }) {
  const step = usePhoneStep(boxesProof)
  if (phone === null) return <NoPhoneStored />
  return (
    <PhoneCodeStep {...step} phone={phone}>
      <ButtonLink to={paths.phoneByText} look="quiet" size="small">
        Back to Phone Number
      </ButtonLink>
    </PhoneCodeStep>
  )
}

function NoPhoneStored() {
  return (
    <Callout tone="bad">
      <p role="alert">
        <strong>Error:</strong> No phone number found. Please go back to the previous screen.
      </p>
      <ButtonLink to={paths.phoneByText} look="secondary" size="small" className="mt-3">
        Enter a phone number
      </ButtonLink>
    </Callout>
  )
}
