import type { Call } from '@reveille/contract/calls'
import type { User } from '@reveille/contract/sign-in'
import { MINUTE_MS } from '@reveille/core/time/duration'
import { SaveOurNumber } from '../../contact-card/save-our-number.tsx'
import { spacedNumber } from '../../format/spaced-number.ts'
import { paths } from '../../paths.ts'
import { useRang } from '../../session/rang-out-loud.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Card } from '../../ui/card.tsx'
import { Failure } from '../../ui/form/field.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useNow } from '../../ui/use-now.ts'
import { CallBadge } from './call-badge.tsx'
import { useSampleCall } from './sample-call.tsx'

/** The last ended call, if it was a sample. */
export function lastSample(calls: readonly Call[]): Call | null {
  const last = calls.find(({ phase }) => phase === 'ended')
  return last?.kind === 'sample' ? last : null
}

/** How long after a picked-up sample the card asks how it rang. */
const ASKED_MS = 120 * MINUTE_MS

const SAVE = <SaveOurNumber className="text-sm text-quiet" />

const SoundCheckNote = lazyPart(async () => (await import('./sound-check.tsx')).SoundCheckNote, {
  meanwhile: SAVE,
  instead: () => SAVE,
})

/** `isToldAbove`: the last one's result is shown above. */
type Props = { user: User | null; calls: readonly Call[]; isToldAbove: boolean }

export function SampleCallCard({ user, calls, isToldAbove }: Props) {
  const { pending, complaint, needsPreferences, start } = useSampleCall()
  const underWay = calls.find(({ kind, phase }) => kind === 'sample' && phase !== 'ended')
  const last = underWay === undefined && !isToldAbove ? lastSample(calls) : null
  const askedFrom = useNow(MINUTE_MS) - ASKED_MS
  const isUnheard = useRang(last?.id) === false || last?.status !== 'completed'
  const isAsked = last !== null && (isUnheard || Date.parse(last.callTime) > askedFrom)
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
        </div>
        <Button
          look="secondary"
          disabled={underWay !== undefined}
          pending={pending && 'Initiating call...'}
          onClick={start}
        >
          Try It Now
        </Button>
        <Failure complaint={complaint} />
        {needsPreferences && (
          <ButtonLink to={paths.preferences} look="quiet" size="small" className="-my-2 -ml-3.5">
            Set Up Your Preferences
          </ButtonLink>
        )}
        {last && isAsked ? (
          <SoundCheckNote key={last.id} call={last}>
            {SAVE}
          </SoundCheckNote>
        ) : (
          SAVE
        )}
      </Card>
    </section>
  )
}
