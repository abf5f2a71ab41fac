import type { Call } from '@reveille/contract/calls'
import type { User } from '@reveille/contract/sign-in'
import { SaveOurNumber } from '../../../contact-card/save-our-number.tsx'
import { spacedNumber } from '../../../format/spaced-number.ts'
import { paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Card } from '../../../ui/card.tsx'
import { Failure } from '../../../ui/form/failure.tsx'
import { CallBadge } from '../call-badge.tsx'
import { UnheardHelp } from './unheard-sample.tsx'
import { unheardSample, unheardWords } from './unheard-words.ts'
import { useSampleCall } from './use-sample-call.ts'

/** `isToldAbove`: what became of the last one stands in a larger place. */
type Props = { user: User | null; calls: readonly Call[]; isToldAbove: boolean }

/** DASH-2 and 3: hear today what tomorrow's call sounds like. */
export function SampleCallCard({ user, calls, isToldAbove }: Props) {
  const { pending, complaint, needsPreferences, start } = useSampleCall()
  const underWay = calls.find(({ kind, phase }) => kind === 'sample' && phase !== 'ended')
  const unheard = underWay === undefined && !isToldAbove ? unheardSample(calls) : null
  return (
    <section aria-labelledby="sample">
      <Card className="flex flex-col items-start gap-4">
        <h2 id="sample" className="text-xl">
          Try a Sample Call
        </h2>
        {user?.phoneVerified && <p>{`Ready to call: ${spacedNumber(user.phone ?? '')} ✓`}</p>}
        {user !== null && !user.phoneVerified && (
          <Callout tone="warn">Your phone isn't verified yet. Verify it to get calls.</Callout>
        )}
        <div role="status" className="empty:hidden">
          {underWay && (
            <p className="flex flex-wrap items-center gap-2">
              Your sample call: <CallBadge call={underWay} />
            </p>
          )}
          {unheard && (
            <p className="font-semibold">
              {unheardWords(unheard)} {unheard.reason !== null && `${unheard.reason}.`}
            </p>
          )}
        </div>
        <Button look="secondary" pending={pending && 'Initiating call...'} onClick={start}>
          Try It Now
        </Button>
        <Failure complaint={complaint} />
        {needsPreferences && (
          <ButtonLink to={paths.preferences} look="quiet" size="small" className="-my-2 -ml-3.5">
            Set Up Your Preferences
          </ButtonLink>
        )}
        {unheard ? <UnheardHelp /> : <SaveOurNumber className="text-sm text-quiet" />}
      </Card>
    </section>
  )
}
