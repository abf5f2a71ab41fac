import type { Refusal } from '../http/errors.ts'
import type { Services } from '../services.ts'
import { pay, type UsedUp } from './budgets.ts'
import { hourly, type Budgets } from './declare-budget.ts'

/** Any change by a signed-in person; each may add rows. */
export const changes: Budgets = () => [hourly('change-per-person', 'person', 300)]

/** The answer when a budget is used up; its message contains the wait too. */
export const usedUpRefusal = ({ retryAfterS }: Pick<UsedUp, 'retryAfterS'>): Refusal => ({
  status: 429,
  reason: 'too-many-requests',
  retryAfterSeconds: retryAfterS,
  message: `Too many requests. Please try again ${waitInWords(retryAfterS)}.`,
})

/** Charges a signed-in person for a change. Null when it was paid. */
export const payForChange = (services: Services, userId: number): Promise<UsedUp | null> =>
  pay(services, changes, { keys: { person: String(userId) } })

/** A change that only stops or withdraws is free. One that must be paid first answers so and writes nothing. */
export async function payUnlessFree<R extends { outcome: string }>(
  services: Services,
  userId: number,
  change: (isPaid: boolean) => Promise<R>,
): Promise<Exclude<R, ToBePaid> | UsedUp> {
  const free = await change(false)
  if (free.outcome !== 'to-be-paid') return free as Exclude<R, ToBePaid>
  return (await payForChange(services, userId)) ?? ((await change(true)) as Exclude<R, ToBePaid>)
}

/** The change isn't free. */
export type ToBePaid = { outcome: 'to-be-paid' }

/** A wait, rounded up: 'in a minute', 'in 58 minutes', 'in 20 hours'. */
export function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'in a minute'
  return minutes <= 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`
}
