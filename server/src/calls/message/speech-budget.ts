import type { Call } from '@reveille/core/calls/call'
import { countStored, pay, type Spender } from '../../platform/limits/budgets.ts'
import { alarmed, daily, goesOn, type Budgets } from '../../platform/limits/declare-budget.ts'
import type { Services } from '../../platform/services.ts'
import type { SpeechBudget } from '../../speech/clips/speak.ts'

/** Characters of a person's own words, which the carrier's voice speaks when they are used up. */
const perPerson = daily('speech-per-person', 'person', 30_000)

/** Characters that an engine is asked for; what was spoken already costs nothing. */
export const speechOfSamples: Budgets = ({ speechPerDay }) => [
  perPerson,
  alarmed(daily('speech-of-a-day', 'provider', speechPerDay)),
]

/** For a planned call the money only raises the alarm. */
export const speechOfCalls: Budgets = (sizes) => {
  const [person, provider] = speechOfSamples(sizes)
  return [person!, goesOn(provider!)]
}

/**
 * What the words of a call may cost (S65): a person's own words count for them, and the provider's money for all. A sample
 * without money is spoken by the embedded voices; a planned call has its provider's voice all the same (S63).
 */
export function speechBudget(
  services: Services,
  { kind, userId }: Pick<Call, 'kind' | 'userId'>,
  isPersonal: boolean,
): SpeechBudget {
  const person = isPersonal ? { person: String(userId) } : {}
  return {
    async pays(characters, { isEmbedded }) {
      const spender: Spender = { keys: { ...person, ...(!isEmbedded && { provider: 'all' }) } }
      const spent = kind === 'sample' ? speechOfSamples : speechOfCalls
      return (await pay(services, spent, spender, characters)) === null
    },
    stored: (bytes) => countStored(services, userId, bytes),
  }
}
