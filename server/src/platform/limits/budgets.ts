import type { BudgetSizes } from '../config/budget-sizes.ts'
import type { Config } from '../config/config.ts'
import { alarm } from '../metrics/metrics.ts'
import { keyedHash } from '../secrets.ts'
import type { Services } from '../services.ts'
import { alarmed, daily, goesOn, STRANGER_BUDGETS, type Budget, type Budgets, type Key } from './declare-budget.ts'
import { windowAt } from './rate-limits.ts'
import { networksOf } from './subnet.ts'

/** Who spends. Budgets of a missing key don't count. */
export type BudgetKeys = { ip?: string; keys?: Partial<Record<Key, string>> }

/** The exhausted budget, and when its next window begins. */
export type UsedUp = { outcome: 'too-many-requests'; retryAfterS: number; budget: string }

/**
 * The result of the work, and when to pay. `first`: before it takes effect, or refused if someone else spent the rest.
 * `anyway`: it has happened already. `amount` defaults to 1; `paid` receives the new usage.
 */
export type Work<R> = {
  result: R
  pays: 'first' | 'anyway' | 'nothing'
  amount?: number
  paid?(spent: Spent): Promise<void>
}

/** Usage of one set of budgets; of several windows, the fullest. */
export type Spent = { share(per: Budget['per']): number; used(per: Budget['per']): number }

type Use = { budget: Budget; key: string; used: number }

/**
 * The only way to spend a budget. Checks all budgets and writes nothing if one is used up; lets `work` decide; counts
 * in all of them; alerts an operator at 50, 80 and 100 %.
 */
export async function spend<R>(
  services: Services,
  what: Budgets,
  counted: BudgetKeys,
  work: (before: Spent) => Promise<Work<R>>,
): Promise<R | UsedUp> {
  const uses = await usesOf(services, what, counted)
  const full = uses.find(({ budget, used }) => budget.full === 'refuses' && used >= budget.size)
  if (full !== undefined) return usedUp(services, full.budget)
  const { result, pays, amount = 1, paid } = await work(spentOf(uses))
  if (pays === 'nothing') return result
  const refused = await count(services, uses, { amount, stops: pays === 'first' })
  if (refused !== null) return usedUp(services, refused)
  await paid?.(spentOf(uses))
  return result
}

/** Spends without a decision to make. Null when it was paid. */
export const pay = (services: Services, what: Budgets, counted: BudgetKeys, amount = 1): Promise<UsedUp | null> =>
  spend(services, what, counted, () => Promise.resolve({ result: null, pays: 'first' as const, amount }))

export const lookAt = async (services: Services, what: Budgets, counted: BudgetKeys): Promise<Spent> =>
  spentOf(await usesOf(services, what, counted))

/** Refunds one use that came to nothing, for this key only. */
export const giveBack = (services: Services, what: Budgets, per: Key, key: string): Promise<unknown> =>
  Promise.all(budgetsPer(services, what, per).map((budget) => services.limits.giveBack(budget, key)))

export const forget = (services: Services, what: Budgets, per: Key, key: string): Promise<unknown> =>
  Promise.all(budgetsPer(services, what, per).map((budget) => services.limits.forget(budget, key)))

const budgetsPer = ({ config }: Services, what: Budgets, per: Key): Budget[] =>
  budgetsOf(config, what).filter((budget) => budget.per === per)

function budgetsOf({ budgets: sizes, signUp }: Config, what: Budgets): Budget[] {
  return what(sizes).map((budget) => {
    const part = signUp === 'open' ? -1 : STRANGER_BUDGETS.indexOf(budget.name)
    return { ...budget, size: sizes.named[budget.name] ?? budget.size, ...(part >= 0 && { part }) }
  })
}

async function usesOf({ config, limits }: Services, what: Budgets, { ip, keys = {} }: BudgetKeys): Promise<Use[]> {
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

/** Counts from narrow to wide. Returns the first that is full and refuses. */
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

/** Raises an alarm when a budget passes a mark: once per window, because counts only rise. */
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

/** For files that we stop making when the budget is used up. */
export const storedAtMost: Budgets = (sizes) => [storedPerPerson, storedInADay(sizes)]

/** Counts a file stored for a person. It raises alarms and eventually refuses them archives. */
export async function countStored(services: Services, userId: number, bytes: number): Promise<void> {
  await pay(services, stored, { keys: { person: String(userId) } }, Math.ceil(bytes / BYTES_PER_KB))
}

/** Bounds the counters to a few megabytes, however many keys an attacker invents. */
export const BUCKETS = 16_384

type Keyed = Pick<Config, 'sessionSecret'>

/**
 * The bucket that counts a key that a stranger chooses. Keys may share a bucket and its limit. Without our secret
 * nobody can tell which, so nobody can lock out a chosen victim.
 */
export function bucketOf({ sessionSecret }: Keyed, what: string): string {
  return String(Buffer.from(keyedHash(sessionSecret, 'bucket', what), 'base64url').readUInt32BE() % BUCKETS)
}
