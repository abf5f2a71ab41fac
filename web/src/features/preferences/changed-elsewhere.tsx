import { VOICES } from '@reveille/core/speech/voices'
import { TheirsOrMine } from '../../ui/form/theirs-or-mine.tsx'
import type { SharedDraft } from '../../ui/form/use-shared-draft.ts'
import { chosenWords } from './preferences-summary.tsx'
import type { WizardDraft } from './wizard-draft.ts'

type Props = { shared: SharedDraft<WizardDraft>; pending: boolean }

/** Another device saved the preferences: asks which version to keep. Either way the wizard saves at its end. */
export function ChangedElsewhere({ shared, pending }: Props) {
  const { theirs, draft: mine, keepMine, takeTheirs } = shared
  if (theirs === null) return null
  const details = FIELDS.map(([label, words]) => [label, words(theirs), words(mine)] as const)
    .filter(([, there, here]) => there !== here)
    .map(([label, there, here]) => `${label}: ${there || 'none'} instead of ${here || 'none'}`)
  return (
    <TheirsOrMine details={details} pending={pending} onKeep={keepMine} onTake={takeTheirs}>
      Your preferences were changed on another device
    </TheirsOrMine>
  )
}

const FIELDS: readonly (readonly [label: string, words: (draft: WizardDraft) => string])[] = [
  ['Why you get up', ({ goals, otherGoal }) => chosenWords(goals, otherGoal)],
  ['In your own words', ({ goalDescription }) => goalDescription && `“${goalDescription}”`],
  ['What keeps you in bed', ({ struggles, otherStruggle }) => chosenWords(struggles, otherStruggle)],
  ['Your voice', ({ voice }) => (voice === null ? '' : VOICES[voice].name)],
]
