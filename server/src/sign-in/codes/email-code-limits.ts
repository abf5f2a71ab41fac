import { BROWSERS_KEPT_MS } from '@reveille/core/accounts/retention-times'
import { costOfCode } from '@reveille/core/sign-in/captcha-cost'
import { spend, type Spent, type Spender, type UsedUp, type Work } from '../../platform/limits/budgets.ts'
import { alarmed, daily, goesOn, hourly, rated, type Budgets } from '../../platform/limits/declare-budget.ts'
import { networksOf } from '../../platform/limits/subnet.ts'
import type { Services } from '../../platform/services.ts'
import type { WithCaptcha } from '../captcha/captcha.ts'
import type { CodeOwner } from './codes.sql.ts'
import { isGuessedAt } from './guess-limit.ts'
import { isKnownBrowser } from './known-browsers.sql.ts'

/** Mailed or texted, from a network, the block around it and its site. */
export const codesOfNetworks: Budgets = (size) => [
  hourly('code-per-network', 'network', size.codesPerNetwork),
  hourly('code-per-block', 'block', size.codesPerBlock),
  hourly('code-per-site', 'site', size.codesPerSite),
]

const perBrowser = hourly('code-per-browser', 'browser', 5)
const perEmailChanger = daily('email-change', 'emailChanger', 10)
/** Past this many an hour per address, each code to a stranger costs a captcha. */
const FREE_PER_ADDRESS = 10

/** By email, to a browser that the address's holder signed in with: no stranger can use this up (CODE-3, S11). */
export const codesToKnownBrowser: Budgets = (size) => [perBrowser, perEmailChanger, codesOfNetworks(size)[0]!]

/** By email, to any other browser (CODE-3). */
export const codesToStranger: Budgets = (size) => [
  perBrowser,
  hourly('code-per-address-here', 'addressHere', 5),
  perEmailChanger,
  ...codesOfNetworks(size),
  goesOn(hourly('code-per-address', 'address', FREE_PER_ADDRESS)),
  alarmed(hourly('mailed-codes', 'purpose', rated(200, size))),
  alarmed(daily('sign-up-codes', 'signUp', size.signUpCodesPerDay)),
  // The same work for both (S14), and never a day without codes for owners (S11).
  goesOn(alarmed(daily('sign-in-codes', 'signIn', size.signUpCodesPerDay))),
]

/** Who requests a code by email, and for which address. */
export type Asker = CodeOwner & { ip: string; captcha: string | undefined }

export type TooMany = Pick<UsedUp, 'outcome' | 'retryAfterS'>
/** `cost` is what the wanted captcha must have cost. */
export type LimitsRefused = { outcome: 'captcha-required'; cost: number } | TooMany
export type LimitsPassed = { outcome: 'passed' } | LimitsRefused

const PASSED: Work<LimitsPassed> = { result: { outcome: 'passed' }, pays: 'first' }

/**
 * CODE-3 for mailed codes: pays for this one, or says why it isn't sent. A browser that the address's holder signed in
 * with within a year needs no captcha, and no stranger can use up what it has.
 */
export async function passCodeLimits(services: Services & WithCaptcha, asker: Asker): Promise<LimitsPassed> {
  if (await signedInBefore(services, asker)) {
    const { ip, keys: { browser, emailChanger } = {} } = spenderOf(asker)
    const known = { ip, keys: { browser, ...(emailChanger && { emailChanger }) } } as Spender
    return spend(services, codesToKnownBrowser, known, () => Promise.resolve(PASSED))
  }
  const guessed = await isGuessedAt(services, asker)
  return spend(services, codesToStranger, spenderOf(asker), (spent) => passCaptcha(services, asker, { guessed, spent }))
}

/** Whether the address's holder signed in with this browser within a year. */
function signedInBefore(
  { db, clock }: Services,
  { address, browserHash }: Pick<Asker, 'address' | 'browserHash'>,
): Promise<boolean> {
  return isKnownBrowser(db, { email: address, browserHash, since: clock.now() - BROWSERS_KEPT_MS })
}

/**
 * Each purpose has a budget in all of its own: a flood of sign-ups keeps out no owner with a new device. Only sign-ups have
 * one by the day, because no owner may be kept out for longer than an hour (S11).
 */
function spenderOf({ address, browserHash, purpose, ip }: Asker): Spender {
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
 * After the budgets, because what they refuse must write nothing, not even that a captcha was used (S55), and before it is
 * paid: otherwise a request that must be repeated with one would count twice.
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
