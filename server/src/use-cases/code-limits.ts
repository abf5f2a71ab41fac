import { isKnownBrowser } from '../db/known-browsers.ts'
import type { CodeOwner } from '../db/one-time-codes.ts'
import type { RateLimit } from '../ports/rate-limits.ts'
import type { Services } from '../ports/services.ts'
import { isGuessedAt } from './guess-guard.ts'
import { networkBucket } from './buckets.ts'

/** Who asks for a code to be mailed where. */
export type Asker = CodeOwner & { ip: string; captcha: string | undefined }

export type TooMany = { outcome: 'too-many-requests'; retryAfterS: number }
export type LimitsPassed = { outcome: 'passed' } | { outcome: 'captcha-required' } | TooMany

/** Of an address's codes, so many are kept for browsers that its holder signed in with before (CODE-3). */
const KEPT_FOR_KNOWN_BROWSERS = 5
/** From this many requests of strangers in an hour on, a stranger solves a captcha first. */
const FREE_OF_CAPTCHA = 10
/** While somebody guesses, strangers get so many codes an hour for the address. */
const FEW_WHILE_GUESSED = 3
/** The usual work of a captcha (see ports/captcha.ts). */
export const USUAL_COST = 1
const YEAR_MS = 365 * 24 * 60 * 60_000

/**
 * CODE-3 for mailed codes: counts this request and says whether a code may be sent. Limits that many share are looked at
 * first, because what they refuse must write nothing, not even that a captcha is used up (S55). The captcha comes next:
 * a request that must come again with one would else count twice.
 */
export async function passCodeLimits(services: Services, asker: Asker): Promise<LimitsPassed> {
  const { address, browserHash } = asker
  const { config, limits } = services
  const known = await signedInBefore(services, asker)
  const network = ofNetwork(config, asker)
  for (const { limit, key } of known ? [network] : [network, ofStrangers(config, asker)]) {
    const result = await limits.look(limit, key)
    if (!result.allowed) return tooMany(result)
  }
  const guessed = !known && (await isGuessedAt(services, asker))
  if (!known && !(await passCaptcha(services, asker, guessed))) return { outcome: 'captcha-required' }
  const ofBrowser = hourly('code-per-address-and-browser', config.limits['code-per-address-and-browser'])
  const own = await limits.use(ofBrowser, `${address} ${browserHash}`)
  if (!own.allowed) return tooMany(own)
  const sender = await limits.use(network.limit, network.key)
  if (!sender.allowed) return tooMany(sender)
  return known ? passAsKnown(services, address) : passAsStranger(services, asker, guessed)
}

/** Whether the holder of the address signed in with this browser within a year. */
export function signedInBefore(
  { db, clock }: Services,
  { address, browserHash }: Pick<Asker, 'address' | 'browserHash'>,
): Promise<boolean> {
  return isKnownBrowser(db, { email: address, browserHash, since: clock.now() - YEAR_MS })
}

const ofNetwork = (config: Services['config'], { ip }: Asker) => ({
  limit: hourly('code-per-ip', config.limits['code-per-ip']),
  key: networkBucket(config, ip),
})

/** Each kind of code for itself: a flood of sign-ups keeps no owner out who has a new device. */
const ofStrangers = ({ limits }: Services['config'], { purpose }: Asker) => ({
  limit: hourly('code-to-stranger', limits['code-to-stranger']),
  key: purpose.split(':', 1)[0] ?? '',
})

/** Strangers solve a captcha when there are many of them, and while somebody guesses. */
async function passCaptcha(
  { config, limits, captcha }: Services,
  { address, captcha: answer }: Asker,
  guessed: boolean,
): Promise<boolean> {
  const crowded = (await limits.used(forStrangers(config), address)) >= FREE_OF_CAPTCHA
  if (!guessed && !crowded) return true
  return answer !== undefined && captcha.verify(answer, USUAL_COST)
}

/** A known browser takes from what strangers share, and from what is kept when that is gone. */
async function passAsKnown({ config, limits }: Services, address: string): Promise<LimitsPassed> {
  const shared = await limits.use(forStrangers(config), address)
  if (shared.allowed) return { outcome: 'passed' }
  const kept = await limits.use(hourly('code-per-address-kept', KEPT_FOR_KNOWN_BROWSERS), address)
  return kept.allowed ? { outcome: 'passed' } : tooMany(kept)
}

/** Strangers share the rest, get few codes while somebody guesses, and so many in all. */
async function passAsStranger({ config, limits }: Services, asker: Asker, guessed: boolean): Promise<LimitsPassed> {
  const { address } = asker
  if (guessed) {
    const slow = await limits.use(hourly('code-per-address-guessed', FEW_WHILE_GUESSED), address)
    if (!slow.allowed) return tooMany(slow)
  }
  const result = await limits.use(forStrangers(config), address)
  if (!result.allowed) return tooMany(result)
  const all = ofStrangers(config, asker)
  const inAll = await limits.use(all.limit, all.key)
  return inAll.allowed ? { outcome: 'passed' } : tooMany(inAll)
}

const forStrangers = (config: Services['config']): RateLimit =>
  hourly('code-per-address', Math.max(config.limits['code-per-address'] - KEPT_FOR_KNOWN_BROWSERS, 1))

const HOUR_S = 3600

/** At most `size` in each hour. */
export const hourly = (name: string, size: number): RateLimit => ({ name, size, windowS: HOUR_S })

/** A refused use, as an outcome. */
export const tooMany = ({ retryAfterS }: { retryAfterS: number }): TooMany => ({
  outcome: 'too-many-requests',
  retryAfterS,
})
