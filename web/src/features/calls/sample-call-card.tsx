import type { Call } from '@reveille/contract/calls'
import type { User } from '@reveille/contract/sign-in'
import { SaveOurNumber, SaveOurNumberInFull } from '../../contact-card/save-our-number.tsx'
import { spacedNumber } from '../../format/spaced-number.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Card } from '../../ui/card.tsx'
import { Failure } from '../../ui/form/field.tsx'
import { CallBadge } from './call-badge.tsx'
import { useSampleCall } from './use-sample-call.ts'

/** The last ended call, if it was a sample that nobody heard. */
export function unheardSample(calls: readonly Call[]): Call | null {
  const last = calls.find(({ phase }) => phase === 'ended')
  return last?.kind === 'sample' && last.status !== 'completed' ? last : null
}

/** Voicemail takes longer than declining does. */
const VOICEMAIL_S = 3

/** What became of a sample that wasn't heard. */
export function unheardWords({ status, duration }: Pick<Call, 'status' | 'duration'>): string {
  if (status === 'no_answer') {
    if (duration === null) return "We called and you didn't pick up."
    return duration < VOICEMAIL_S
      ? 'We called, and the call ended before you could hear us.'
      : 'We called, and voicemail picked up.'
  }
  return status === 'failed' ? 'Your sample call failed.' : "We called, but can't tell if you heard us."
}

/** Replaces the next step: a phone that a sample couldn't reach won't ring in the morning either. */
export function UnheardSample({ call }: { call: Call }) {
  const { pending, complaint, start } = useSampleCall()
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="unheard" className="horizon horizon-1 rounded-[1.75rem] px-6 pt-7 pb-24 sm:px-9">
        <h2 id="unheard" className="text-2xl sm:text-4xl">
          {unheardWords(call)}
        </h2>
        {call.reason !== null && <p className="mt-3 text-lg">{`${call.reason}.`}</p>}
        <Button className="mt-6" pending={pending && 'Initiating call...'} onClick={start}>
          Call me again
        </Button>
      </section>
      <Failure complaint={complaint} />
      <UnheardHelp />
    </div>
  )
}

/** The phone settings that keep us from ringing out loud. */
function UnheardHelp() {
  return (
    <section aria-labelledby="unheard-help">
      <Card className="flex flex-col gap-3 text-quiet">
        <h3 id="unheard-help" className="text-xl text-ink">
          Didn't hear it ring? Save our number and let it through Do Not Disturb
        </h3>
        <SaveOurNumberInFull />
      </Card>
    </section>
  )
}

/** `isToldAbove`: the last one's result is shown above. */
type Props = { user: User | null; calls: readonly Call[]; isToldAbove: boolean }

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
