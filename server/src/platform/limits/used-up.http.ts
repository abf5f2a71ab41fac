import type { Refusal } from '../http/errors.ts'
import type { Services } from '../services.ts'
import { pay, type UsedUp } from './budgets.ts'
import { hourly, type Budgets } from './declare-budget.ts'

/** Whatever a signed-in person changes; each change may add rows (S64). */
export const changes: Budgets = () => [hourly('change-per-person', 'person', 300)]

/** The answer when a budget is used up; the wait is also given in words (CODE-3). */
export const usedUpRefusal = ({ retryAfterS }: Pick<UsedUp, 'retryAfterS'>): Refusal => ({
  status: 429,
  reason: 'too-many-requests',
  retryAfterSeconds: retryAfterS,
  message: `Too many requests. Please try again ${waitInWords(retryAfterS)}.`,
})

/** A signed-in person pays for a change, which may add rows (S64); null when it is paid. */
export const payForChange = (services: Services, userId: number): Promise<UsedUp | null> =>
  pay(services, changes, { keys: { person: String(userId) } })

/**
 * Makes a change for which the person pays unless it only stops or withdraws something (S63): `change` is asked first
 * what comes of it for free, and writes nothing where it answers 'to-be-paid'.
 */
export async function payUnlessFree<R extends { outcome: string }>(
  services: Services,
  userId: number,
  change: (isPaid: boolean) => Promise<R>,
): Promise<Exclude<R, ToBePaid> | UsedUp> {
  const free = await change(false)
  if (free.outcome !== 'to-be-paid') return free as Exclude<R, ToBePaid>
  return (await payForChange(services, userId)) ?? ((await change(true)) as Exclude<R, ToBePaid>)
}

/** The outcome of a change that is not free, before it is paid. */
export type ToBePaid = { outcome: 'to-be-paid' }

/** A wait in the words of a refusal, rounded up: 'in a minute', 'in 58 minutes', 'in 20 hours'. */
export function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'in a minute'
  return minutes <= 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`
}
