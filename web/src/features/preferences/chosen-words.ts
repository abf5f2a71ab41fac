import { OPTION_NAMES, type Goal, type Struggle } from '@reveille/core/preferences/preferences'

/** The chosen goals or struggles as text, the person's `own` in place of 'Something else'. */
export const chosenWords = (chosen: readonly (Goal | Struggle)[], own: string | null): string =>
  chosen.map((option) => (option === 'other' && own) || OPTION_NAMES[option]).join(' · ')
