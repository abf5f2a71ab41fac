import { BROWSERS_KEPT_MS } from '@reveille/core/accounts/retention-times'
import { costOfCode, USUAL_COST } from '@reveille/core/sign-in/captcha-cost'
import { spend, type Spent, type BudgetKeys, type UsedUp, type Work } from '../../platform/limits/budgets.ts'
import { alarmed, daily, goesOn, hourly, rated, type Budgets } from '../../platform/limits/declare-budget.ts'
import { networksOf } from '../../platform/limits/subnet.ts'
import type { Services } from '../../platform/services.ts'
import type { WithCaptcha } from '../captcha/captcha.ts'
import type { CodeOwner } from './codes.sql.ts'
import { isGuessedAt } from './guess-limit.ts'
import { isKnownBrowser } from './known-browsers.sql.ts'

/** Codes by email or text, from a network, the block around it and its site. */
export const codesOfNetworks: Budgets = (size) => [
  hourly('code-per-network', 'network', size.codesPerNetwork),
  hourly('code-per-block', 'block', size.codesPerBlock),
  hourly('code-per-site', 'site', size.codesPerSite),
]

const perBrowser = hourly('code-per-browser', 'browser', 5)
const perEmailChanger = daily('email-change', 'emailChanger', 10)
/** Past this many an hour per address, each code to a stranger costs a captcha. */
const FREE_PER_ADDRESS = 10

/** Codes to a browser that the address's owner signed in with. Strangers can't use these up. */
const codesToKnownBrowser: Budgets = (size) => [perBrowser, perEmailChanger, codesOfNetworks(size)[0]!]

/** Codes to any browser that the address's owner didn't sign in with. */
export const codesToStranger: Budgets = (size) => [
  perBrowser,
  hourly('code-per-address-here', 'addressHere', 5),
  perEmailChanger,
  ...codesOfNetworks(size),
  goesOn(hourly('code-per-address', 'address', FREE_PER_ADDRESS)),
  alarmed(hourly('mailed-codes', 'purpose', rated(200, size))),
  alarmed(daily('sign-up-codes', 'signUp', size.signUpCodesPerDay)),
  // Both kinds cost the same work, so timing reveals nothing. No daily limit for sign-ins: owners must get codes.
  goesOn(alarmed(daily('sign-in-codes', 'signIn', size.signUpCodesPerDay))),
]

export type Asker = CodeOwner & { ip: string; captcha: string | undefined }

export type TooMany = Pick<UsedUp, 'outcome' | 'retryAfterS'>
/** `cost` is the minimum cost of the captcha. */
export type LimitsRefused = { outcome: 'captcha-required'; cost: number } | TooMany
export type LimitsPassed = { outcome: 'passed' } | LimitsRefused

const PASSED: Work<LimitsPassed> = { result: { outcome: 'passed' }, pays: 'first' }

/**
 * Charges for an emailed code, or says why it isn't sent. A browser that the owner signed in with within a year needs
 * no captcha, and strangers can't use up its budget.
 */
export async function passCodeLimits(services: Services & WithCaptcha, asker: Asker): Promise<LimitsPassed> {
  if (await signedInBefore(services, asker)) {
    const { ip, keys: { browser, emailChanger } = {} } = budgetKeysOf(asker)
    const known = { ip, keys: { browser, ...(emailChanger && { emailChanger }) } } as BudgetKeys
    return spend(services, codesToKnownBrowser, known, () => Promise.resolve(PASSED))
  }
  const guessed = await isGuessedAt(services, asker)
  return spend(services, codesToStranger, budgetKeysOf(asker), (spent) =>
    passCaptcha(services, asker, { guessed, spent }),
  )
}

type StrangerPassed = { outcome: 'passed'; captcha: { spend(): Promise<boolean> } }

/**
 * What a stranger pays at a private installation before anybody checks whether the address has an account: the budgets
 * of their network, and a captcha, which is used up only for a known address.
 */
export function passStrangerLimits(
  services: Services & WithCaptcha,
  { ip, captcha: answer }: Pick<Asker, 'ip' | 'captcha'>,
): Promise<StrangerPassed | LimitsRefused> {
  return spend(services, codesOfNetworks, { ip }, async (spent): Promise<Work<StrangerPassed | LimitsRefused>> => {
    const fullest = Math.max(spent.share('block'), spent.share('site'))
    const cost = Math.max(USUAL_COST, costOfCode({ codes: 0, free: FREE_PER_ADDRESS, guessed: false, fullest }))
    const captcha = answer === undefined ? null : await services.captcha.check(answer, cost)
    if (captcha === null) return { result: { outcome: 'captcha-required', cost }, pays: 'nothing' }
    return { result: { outcome: 'passed', captcha }, pays: 'first' }
  })
}

/** The budgets of a known address at a private installation. Nobody is told when they refuse. */
export async function passAddressLimits(services: Services, asker: Asker): Promise<LimitsPassed> {
  const guessed = await isGuessedAt(services, asker)
  const { keys = {} } = budgetKeysOf(asker)
  return spend(services, codesToStranger, { keys }, (spent) => {
    const isMuch = guessed && spent.used('address') >= FREE_PER_ADDRESS
    const refused: Work<LimitsPassed> = {
      result: { outcome: 'too-many-requests', retryAfterS: 0 },
      pays: 'nothing',
    }
    return Promise.resolve(isMuch ? refused : PASSED)
  })
}

/** Whether the address's owner signed in with this browser within a year. */
export function signedInBefore(
  { db, clock }: Services,
  { address, browserHash }: Pick<Asker, 'address' | 'browserHash'>,
): Promise<boolean> {
  return isKnownBrowser(db, { email: address, browserHash, since: clock.now() - BROWSERS_KEPT_MS })
}

/**
 * Each purpose has its own global budget, so a flood of sign-ups locks out no owner with a new device. Only sign-ups
 * have a daily one: no owner may be locked out for longer than an hour.
 */
function budgetKeysOf({ address, browserHash, purpose, ip }: Asker): BudgetKeys {
  const { site, block } = networksOf(ip)
  const [what = '', userId] = purpose.split(':', 2)
  return {
    ip,
    keys: {
      browser: `${address} ${browserHash}`,
      addressHere: `${address} ${site ?? block}`,
      address,
      purpose: what,
      ...(what === 'signup' && { signUp: 'all' }),
      ...(what === 'login' && { signIn: 'all' }),
      ...(what === 'email' && userId !== undefined && { emailChanger: userId }),
    },
  }
}

/**
 * Runs after the budgets, whose refusal must write nothing, not even a used captcha; and before payment, because a
 * request repeated with a captcha would otherwise count twice.
 */
async function passCaptcha(
  { captcha }: Services & WithCaptcha,
  asker: Asker,
  { guessed, spent }: { guessed: boolean; spent: Spent },
): Promise<Work<LimitsPassed>> {
  const shared = (['block', 'site', 'purpose', 'signUp'] as const).map(spent.share)
  const cost = costOfCode({
    codes: spent.used('address'),
    free: FREE_PER_ADDRESS,
    guessed,
    fullest: Math.max(...shared),
  })
  if (cost === 0 || (asker.captcha !== undefined && (await captcha.verify(asker.captcha, cost)))) return PASSED
  return { result: { outcome: 'captcha-required', cost }, pays: 'nothing' }
}
