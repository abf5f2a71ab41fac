import type { SavedPreferences } from '@reveille/contract/preferences'
import { GOAL_OPTIONS, STRUGGLE_OPTIONS } from './options-texts.ts'

/** The chosen goals as text, the person's own in place of 'Something else'. */
export function goalWords({ goals, otherGoal }: Pick<SavedPreferences, 'goals' | 'otherGoal'>): string {
  return goals.map((goal) => (goal === 'other' && otherGoal ? otherGoal : GOAL_OPTIONS[goal].title)).join(' · ')
}

export function struggleWords({
  struggles,
  otherStruggle,
}: Pick<SavedPreferences, 'struggles' | 'otherStruggle'>): string {
  return struggles
    .map((struggle) => (struggle === 'other' && otherStruggle ? otherStruggle : STRUGGLE_OPTIONS[struggle].title))
    .join(' · ')
}
