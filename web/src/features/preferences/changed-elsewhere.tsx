import { VOICES } from '@reveille/core/speech/voices'
import { differences, TheirsOrMine } from '../../ui/form/theirs-or-mine.tsx'
import type { SharedDraft } from '../../ui/form/use-shared-draft.ts'
import { chosenWords } from './preferences-summary.tsx'
import type { WizardDraft } from './wizard-draft.ts'

/** Another device saved the preferences. The wizard saves only at its end, whichever version is kept. */
export const ChangedElsewhere = (props: { shared: SharedDraft<WizardDraft>; pending: boolean }) => (
  <TheirsOrMine {...props} details={wizardDifferences} onKeep={() => undefined}>
    Your preferences were changed on another device
  </TheirsOrMine>
)

const wizardDifferences = differences<WizardDraft>([
  ['Why you get up', ({ goals, otherGoal }) => chosenWords(goals, otherGoal)],
  ['In your own words', ({ goalDescription }) => goalDescription && `“${goalDescription}”`],
  ['What keeps you in bed', ({ struggles, otherStruggle }) => chosenWords(struggles, otherStruggle)],
  ['Your voice', ({ voice }) => (voice === null ? '' : VOICES[voice].name)],
])
