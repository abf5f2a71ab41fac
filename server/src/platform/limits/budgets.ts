import type { BudgetSizes } from '../config/budget-sizes.ts'
import type { Config } from '../config/config.ts'
import { alarm } from '../metrics/metrics.ts'
import { keyedHash } from '../secrets.ts'
import type { Services } from '../services.ts'
import { alarmed, daily, goesOn, type Budget, type Budgets, type Key } from './declare-budget.ts'
import { windowAt } from './rate-limits.ts'
import { networksOf } from './subnet.ts'

/** Who spends: budgets of a key that is missing here don't count this time. */
export type Spender = { ip?: string; keys?: Partial<Record<Key, string>> }

/** The budget that was used up, and when its next window begins. */
export type UsedUp = { outcome: 'too-many-requests'; retryAfterS: number; budget: string }

/**
 * What the work came to, and whether it is paid: `first` when it takes effect only after it was (refused if the last was
 * spent meanwhile), `anyway` when it happened already. `amount` is 1 unless given; `paid` hears what is used then.
 */
export type Work<R> = {
  result: R
  pays: 'first' | 'anyway' | 'nothing'
  amount?: number
  paid?(spent: Spent): Promise<void>
}

/** What was used of the budgets of one thing; of several windows, the fullest. */
export type Spent = { share(per: Budget['per']): number; used(per: Budget['per']): number }

type Use = { budget: Budget; key: string; used: number }

/**
 * The one way to spend what a budget holds (S61): asks all its budgets, and writes nothing when one is used up
 * (S55); has `work` decide; counts in all of them; and tells an operator at 50, 80 and 100 %.
 */
export async function spend<R>(
  services: Services,
  what: Budgets,
  spender: Spender,
  work: (before: Spent) => Promise<Work<R>>,
): Promise<R | UsedUp> {
  const uses = await usesOf(services, what, spender)
  const full = uses.find(({ budget, used }) => budget.full === 'refuses' && used >= budget.size)
  if (full !== undefined) return usedUp(services, full.budget)
  const { result, pays, amount = 1, paid } = await work(spentOf(uses))
  if (pays === 'nothing') return result
  const refused = await count(services, uses, { amount, stops: pays === 'first' })
  if (refused !== null) return usedUp(services, refused)
  await paid?.(spentOf(uses))
  return result
}

/** The same where nothing is to be decided: null when it was paid. */
export const pay = (services: Services, what: Budgets, spender: Spender, amount = 1): Promise<UsedUp | null> =>
  spend(services, what, spender, () => Promise.resolve({ result: null, pays: 'first' as const, amount }))

/** What this spender's budgets have used, without spending. */
export const lookAt = async (services: Services, what: Budgets, spender: Spender): Promise<Spent> =>
  spentOf(await usesOf(services, what, spender))

/** Takes back one that came to nothing, for this key alone: the others keep it. */
export const giveBack = (services: Services, what: Budgets, per: Key, key: string): Promise<unknown> =>
  Promise.all(budgetsPer(services, what, per).map((budget) => services.limits.giveBack(budget, key)))

/** Forgets what was counted for this key: it begins anew. */
export const forget = (services: Services, what: Budgets, per: Key, key: string): Promise<unknown> =>
  Promise.all(budgetsPer(services, what, per).map((budget) => services.limits.forget(budget, key)))

const budgetsPer = ({ config }: Services, what: Budgets, per: Key): Budget[] =>
  budgetsOf(config, what).filter((budget) => budget.per === per)

/** The budgets, with the sizes that a start was handed instead of their own. */
function budgetsOf({ budgets: sizes }: Config, what: Budgets): Budget[] {
  return what(sizes).map((budget) => ({ ...budget, size: sizes.named[budget.name] ?? budget.size }))
}

/** Each of the budgets that this spender has a key for, and what it has used. */
async function usesOf({ config, limits }: Services, what: Budgets, { ip, keys = {} }: Spender): Promise<Use[]> {
  const networks = ip === undefined ? null : networksOf(ip)
  const keyOf = ({ per }: Budget): string | null | undefined => {
    if (per === 'all') return 'all'
    if (per !== 'network' && per !== 'block' && per !== 'site') return keys[per]
    const network = networks?.[per]
    return network && bucketOf(config, network)
  }
  const budgets = budgetsOf(config, what).flatMap((budget) => {
    const key = keyOf(budget)
    return key == null ? [] : [{ budget, key }]
  })
  if (budgets.length === 0) return []
  const used = await limits.used(budgets.map(({ budget, key }) => ({ limit: budget, key })))
  return budgets.map((use, index) => ({ ...use, used: used[index]! }))
}

function spentOf(uses: readonly Use[]): Spent {
  const most = (per: Budget['per'], of: (use: Use) => number) =>
    Math.max(0, ...uses.filter(({ budget }) => budget.per === per).map(of))
  return {
    share: (per) => most(per, ({ budget, used }) => used / budget.size),
    used: (per) => most(per, ({ used }) => used),
  }
}

/** Counts from narrow to wide; the first that is full, where it `stops`. */
async function count(
  services: Services,
  uses: readonly Use[],
  { amount, stops }: { amount: number; stops: boolean },
): Promise<Budget | null> {
  for (const use of uses) {
    const { budget, key } = use
    const { allowed, used } = await services.limits.use(budget, key, amount)
    use.used = used
    if (budget.alarms) tell(services, use, used - amount)
    if (!allowed && stops && budget.full === 'refuses') return budget
  }
  return null
}

const TOLD_AT = [100, 80, 50] as const

/** An alarm as a budget passes a mark; each mark once a window, because counts only rise. */
function tell(services: Services, { budget, key, used }: Use, before: number): void {
  const { name, size } = budget
  const percent = TOLD_AT.find((mark) => before < (size * mark) / 100 && used >= (size * mark) / 100)
  if (percent === undefined) return
  alarm(services, 'budget', { budget: name, of: key, percent, used, size }, 'a budget is being used up')
}

function usedUp({ clock }: Services, budget: Budget): UsedUp {
  const { endsInS: retryAfterS } = windowAt(budget, clock.now())
  return { outcome: 'too-many-requests', retryAfterS, budget: budget.name }
}

const BYTES_PER_KB = 1_000

const storedPerPerson = daily('stored-per-person', 'person', 100_000)
const storedInADay = ({ storedKbPerDay }: BudgetSizes) => daily('stored-in-a-day', 'all', storedKbPerDay)

/** kB of clips, recordings and archives. Those of calls are always kept. */
export const stored: Budgets = (sizes) => [goesOn(storedPerPerson), goesOn(alarmed(storedInADay(sizes)))]

/** For what is no longer made when they are used up. */
export const storedAtMost: Budgets = (sizes) => [storedPerPerson, storedInADay(sizes)]

/** Counts a file that was stored for a person: it raises alarms, and in the end refuses them archives (S66). */
export async function countStored(services: Services, userId: number, bytes: number): Promise<void> {
  await pay(services, stored, { keys: { person: String(userId) } }, Math.ceil(bytes / BYTES_PER_KB))
}

/** Their counts fit into a few megabytes, however many keys an attacker makes up (S55). */
export const BUCKETS = 16_384

type Keyed = Pick<Config, 'sessionSecret'>

/**
 * The bucket in which a key that a stranger chooses is counted. Two keys may share a bucket, and with it a limit. Without
 * our secret nobody can tell which, so nobody can be singled out and locked out.
 */
export function bucketOf({ sessionSecret }: Keyed, what: string): string {
  return String(Buffer.from(keyedHash(sessionSecret, 'bucket', what), 'base64url').readUInt32BE() % BUCKETS)
}
