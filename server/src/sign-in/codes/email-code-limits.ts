import { BROWSERS_KEPT_MS } from '@reveille/core/accounts/retention-times'
import { costOfCode } from '@reveille/core/sign-in/captcha-cost'
import { spend, type Spent, type Spender, type UsedUp, type Work } from '../../platform/limits/budgets.ts'
import { networksOf } from '../../platform/limits/subnet.ts'
import type { Services } from '../../platform/services.ts'
import type { WithCaptcha } from '../captcha/captcha.ts'
import type { CodeOwner } from './codes.sql.ts'
import { isGuessedAt } from './guess-limit.ts'
import { isKnownBrowser } from './known-browsers.sql.ts'

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
    return spend(services, 'code-to-known-browser', known, () => Promise.resolve(PASSED))
  }
  const guessed = await isGuessedAt(services, asker)
  return spend(services, 'code-to-stranger', spenderOf(asker), (spent) =>
    passCaptcha(services, asker, { guessed, spent }),
  )
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
  { captcha, config }: Services & WithCaptcha,
  asker: Asker,
  { guessed, spent }: { guessed: boolean; spent: Spent },
): Promise<Work<LimitsPassed>> {
  const free = config.budgets.codesPerAddress
  const shared = (['block', 'site', 'purpose', 'signUp'] as const).map(spent.share)
  const cost = costOfCode({ codes: spent.used('address'), free, guessed, fullest: Math.max(...shared) })
  if (cost === 0 || (asker.captcha !== undefined && (await captcha.verify(asker.captcha, cost)))) return PASSED
  return { result: { outcome: 'captcha-required', cost }, pays: 'nothing' }
}
