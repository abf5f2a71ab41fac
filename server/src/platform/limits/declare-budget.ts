import type { BudgetSizes } from '../config/budget-sizes.ts'
import { DAY_S, HOUR_S, type RateLimit } from './rate-limits.ts'

/**
 * Whose share a budget counts. `network`, `block` and `site` are networks of the requesting address, from narrow to
 * wide; `all` is the whole installation. The caller names the others.
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
  | 'token'

export type Budget = RateLimit & {
  per: Network | Key | 'all'
  /** `goes-on` refuses nothing: it raises alarms, or makes work cost more. */
  full: 'refuses' | 'goes-on'
  /** Alerts an operator at 50, 80 and 100 %. Only for keys that identify nobody, because the log shows them. */
  alarms: boolean
}

/** Budgets of one kind of thing, from narrow to wide, so that one client's excess doesn't use up what others share. */
export type Budgets = (sizes: BudgetSizes) => readonly Budget[]

/**
 * Budgets that strangers spend, by a bucket of their network or address. A private installation counts each in its own
 * part of a table of fixed size. The position here is the part, so never reorder these.
 */
export const STRANGER_BUDGETS = [
  'code-per-network',
  'code-per-block',
  'code-per-site',
  'captcha-per-network',
  'captcha-per-block',
  'captcha-per-site',
  'wrong-code-per-network',
  'try-without-code',
]

const within = (windowS: number) => (name: string, per: Budget['per'], size: number) =>
  ({ name, per, size, windowS, full: 'refuses', alarms: false }) as Budget
export const hourly = within(HOUR_S)
export const daily = within(DAY_S)
export const goesOn = (budget: Budget): Budget => ({ ...budget, full: 'goes-on' })
export const alarmed = (budget: Budget): Budget => ({ ...budget, alarms: true })

/** Sizes for the whole installation grow with its calling rate, which tells a hobby from a business. */
export const rated = (each: number, { callsPerSecond }: Pick<BudgetSizes, 'callsPerSecond'>): number =>
  Math.max(1, Math.ceil(each * callsPerSecond))

/** For numbers in a range that no numbering plan has yet: fraudsters use these, too. */
export const tenth = (size: number) => Math.max(1, Math.floor(size / 10))
