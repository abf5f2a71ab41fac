import type { SavedPreferences } from '@reveille/contract/preferences'
import { type Goal, OPTION_NAMES, type Struggle } from '@reveille/core/preferences/preferences'
import { shownCategory, VOICES } from '@reveille/core/speech/voices'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

/** Own words may be 500 characters long: editing shows them in full. */
const LONG = 'line-clamp-2 wrap-anywhere'

/** Step 0: what calls will speak about. */
export function PreferencesSummary({ saved, onUpdate }: { saved: SavedPreferences; onUpdate: () => void }) {
  return (
    <Card className="max-w-2xl">
      <PreferencesList saved={saved} />
      <Button className="mt-6" onClick={onUpdate}>
        Update Preferences
      </Button>
    </Card>
  )
}

export function PreferencesList({ saved }: { saved: SavedPreferences }) {
  const { name } = VOICES[saved.voice]
  return (
    <div className="@container w-full">
      <dl className="grid gap-x-6 gap-y-1 [&_dt]:not-first:mt-3 @sm:grid-cols-[auto_1fr] @sm:gap-y-4 @sm:[&_dt]:not-first:mt-0">
        <dt className="font-semibold text-quiet">Why you get up</dt>
        <dd>
          <span className={LONG}>{chosenWords(saved.goals, saved.otherGoal)}</span>
          {saved.goalDescription && <span className={`${LONG} text-quiet`}>{`“${saved.goalDescription}”`}</span>}
        </dd>
        <dt className="font-semibold text-quiet">What keeps you in bed</dt>
        <dd className={LONG}>{chosenWords(saved.struggles, saved.otherStruggle)}</dd>
        <dt className="font-semibold text-quiet">Your voice</dt>
        <dd className="flex items-center gap-3">
          <img src={`/voices/${saved.voice}.svg`} alt="" width={44} height={44} className="rounded-xl" />
          <span>
            <strong className="block font-semibold">{name}</strong>
            <span className="text-sm text-quiet">{shownCategory(VOICES[saved.voice])}</span>
          </span>
        </dd>
      </dl>
    </div>
  )
}

/** The chosen goals or struggles as text, the person's `own` in place of 'Something else'. */
export const chosenWords = (chosen: readonly (Goal | Struggle)[], own: string | null): string =>
  chosen.map((option) => (option === 'other' && own) || OPTION_NAMES[option]).join(' · ')
