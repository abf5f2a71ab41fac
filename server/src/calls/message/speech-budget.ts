import type { Call } from '@reveille/core/calls/call'
import { countStored, pay, type BudgetKeys } from '../../platform/limits/budgets.ts'
import { alarmed, daily, goesOn, type Budgets } from '../../platform/limits/declare-budget.ts'
import type { Services } from '../../platform/services.ts'
import type { SpeechBudget } from '../../speech/clips/speak.ts'

/** Characters of a person's own words. Beyond it, the carrier's voice speaks them. */
const perPerson = daily('speech-per-person', 'person', 30_000)

/** Characters that an engine is asked for. Stored clips are free. */
export const speechOfSamples: Budgets = ({ speechPerDay }) => [
  perPerson,
  alarmed(daily('speech-of-a-day', 'provider', speechPerDay)),
]

/** For a planned call, running out of money only raises the alarm. */
export const speechOfCalls: Budgets = (sizes) => {
  const [person, provider] = speechOfSamples(sizes)
  return [person!, goesOn(provider!)]
}

/**
 * What a call's words may cost: personal words count for the person, all words for the provider's budget. When it runs
 * out, embedded voices speak samples, but a planned call keeps its provider's voice.
 */
export function speechBudget(
  services: Services,
  { kind, userId }: Pick<Call, 'kind' | 'userId'>,
  isPersonal: boolean,
): SpeechBudget {
  const person = isPersonal ? { person: String(userId) } : {}
  return {
    async pays(characters, { isEmbedded }) {
      const counted: BudgetKeys = { keys: { ...person, ...(!isEmbedded && { provider: 'all' }) } }
      const spent = kind === 'sample' ? speechOfSamples : speechOfCalls
      return (await pay(services, spent, counted, characters)) === null
    },
    stored: (bytes) => countStored(services, userId, bytes),
  }
}
