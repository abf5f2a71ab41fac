import type { Call } from '@reveille/core/calls/call'
import { countStored, pay, type Spender } from '../../platform/limits/budgets.ts'
import type { Services } from '../../platform/services.ts'
import type { SpeechBudget } from '../../speech/clips/speak.ts'

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
      const spent = kind === 'sample' ? 'speech-of-samples' : 'speech-of-calls'
      return (await pay(services, spent, spender, characters)) === null
    },
    stored: (bytes) => countStored(services, userId, bytes),
  }
}
