import type { BudgetSizes } from '../config/budget-sizes.ts'
import { DAY_S, HOUR_S, type RateLimit } from './rate-limits.ts'

/**
 * Whose share a budget counts. The three networks are of the address that asks, from narrow to wide; `all` is the whole
 * installation. The others are given by whoever spends.
 */
type Network = 'network' | 'block' | 'site'
export type Key =
  | 'browser'
  | 'addressHere'
  | 'address'
  | 'foundAddress'
  | 'madeUpAddress'
  | 'guessed'
  | 'purpose'
  | 'signUp'
  | 'signIn'
  | 'person'
  | 'emailChanger'
  | 'number'
  | 'numbers'
  | 'newNumbers'
  | 'newRange'
  | 'country'
  | 'provider'

export type Budget = RateLimit & {
  per: Network | Key | 'all'
  /** `goes-on`: nothing is refused beyond it. It raises alarms, or has work cost more. */
  full: 'refuses' | 'goes-on'
  /** An operator hears of 50, 80 and 100 %. Only where the key is nobody's: it stands in the log. */
  alarms: boolean
}

/**
 * What may be spent on one kind of thing: from narrow to wide, so that the excess of one doesn't use up what others share.
 * The subject that spends declares it beside the code that does.
 */
export type Budgets = (sizes: BudgetSizes) => readonly Budget[]

const within = (windowS: number) => (name: string, per: Budget['per'], size: number) =>
  ({ name, per, size, windowS, full: 'refuses', alarms: false }) as Budget
export const hourly = within(HOUR_S)
export const daily = within(DAY_S)
export const goesOn = (budget: Budget): Budget => ({ ...budget, full: 'goes-on' })
export const alarmed = (budget: Budget): Budget => ({ ...budget, alarms: true })

/** Sizes for the whole installation grow with the rate at which it may call: that tells a hobby from a business. */
export const rated = (each: number, { callsPerSecond }: Pick<BudgetSizes, 'callsPerSecond'>): number =>
  Math.max(1, Math.ceil(each * callsPerSecond))

/** Of numbers in a range that no plan has yet: fraud likes them, too. */
export const tenth = (size: number) => Math.max(1, Math.floor(size / 10))
