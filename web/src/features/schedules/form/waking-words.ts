import { SECOND_CHECK_AFTER_MS, SNOOZE_LIMITS, SNOOZE_MINUTES, TRY_AFTER_MS } from '@reveille/core/calls/next-step'
import type { Proof } from '@reveille/core/calls/proof'
import { inWords, timesInWords } from '@reveille/core/time/duration'
import type { ScheduleDraft } from './schedule-draft.ts'

/** The ways of showing that one is up, from the weakest. */
export const PROOF_CHOICES: readonly { proof: Proof; title: string; description: string }[] = [
  { proof: 'gentle', title: 'Gentle', description: 'Press 1.' },
  { proof: 'firm', title: 'Firm', description: 'Press 1, then type three digits you hear.' },
  {
    proof: 'strict',
    title: 'Strict',
    description: `A small sum, and a second call ${inWords(SECOND_CHECK_AFTER_MS)} later.`,
  },
]

export const SNOOZE_CHOICES = [...SNOOZE_MINUTES.filter((minutes) => minutes > 0), 0 as const].map(
  (minutes) => [minutes === 0 ? 'None' : `${minutes} min`, minutes] as const,
)

export const SNOOZE_LIMIT_CHOICES = SNOOZE_LIMITS.map((limit) => [`${limit}`, limit] as const)

const PROOFS_IN_SHORT: Record<Proof, string> = {
  gentle: 'Press 1',
  firm: 'Press 1 and three digits',
  strict: 'A sum and a second call',
}

type Chosen = Pick<ScheduleDraft, 'proof' | 'snoozeMinutes' | 'snoozeLimit' | 'callRetry'>

/** What is chosen, in a line: 'Press 1 · snooze 9 min, 3 times · up to 4 more tries'. */
export function wakingWords(
  { proof, snoozeMinutes, snoozeLimit, callRetry }: Chosen,
  mostTries: number = TRY_AFTER_MS.length,
): string {
  const often = snoozeLimit < 3 ? timesInWords(snoozeLimit) : `${snoozeLimit} times`
  return [
    PROOFS_IN_SHORT[proof],
    snoozeMinutes === 0 ? 'no snooze' : `snooze ${snoozeMinutes} min, ${often}`,
    callRetry ? `up to ${mostTries} more tries` : 'no retry',
  ].join(' · ')
}
