import { networkBucket } from '../../platform/limits/buckets.ts'
import { type RateLimit, hourly } from '../../platform/limits/rate-limits.ts'
import { alarm } from '../../platform/metrics/alarm.ts'
import type { Services } from '../../platform/services.ts'
import type { WithCaptcha } from '../captcha/captcha.ts'
import type { CodeOwner } from './codes.sql.ts'
import { isGuessedAt } from './guess-limit.ts'
import { isKnownBrowser } from './known-browsers.sql.ts'

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
const ALL_STRANGERS = 'code-to-stranger'
/** The usual work of a captcha (see sign-in/captcha/captcha.ts). */
export const USUAL_COST = 1
const YEAR_MS = 365 * 24 * 60 * 60_000

/** One use of a limit: which, and by whom. */
type Use = { limit: RateLimit; key: string }

/**
 * CODE-3 for mailed codes: counts this request and says whether a code may be sent. Limits that many share are looked at
 * first, because what they refuse must write nothing, not even that a captcha is used up (S55). The captcha comes next:
 * a request that must come again with one would else count twice.
 */
export async function passCodeLimits(services: Services & WithCaptcha, asker: Asker): Promise<LimitsPassed> {
  const { config, limits } = services
  const known = await signedInBefore(services, asker)
  const guessed = !known && (await isGuessedAt(services, asker))
  const shared = [ofNetwork(config, asker), ...(known ? [] : ofStrangers(config, asker, guessed))]
  for (const { limit, key } of shared) {
    const result = await limits.look(limit, key)
    if (!result.allowed) return tooMany(result)
  }
  if (!known && !(await passCaptcha(services, asker, guessed))) return { outcome: 'captcha-required' }
  for (const { limit, key } of [ofBrowser(config, asker), ...shared]) {
    const result = await limits.use(limit, key)
    if (!result.allowed) return tooMany(result)
    const isLastOfAll = limit.name === ALL_STRANGERS && result.used === limit.size
    if (isLastOfAll) alarm(services, 'codes', { kind: key, codes: limit.size }, 'no new browser gets a code this hour')
  }
  return known ? passAsKnown(services, asker.address) : { outcome: 'passed' }
}

/** Whether the holder of the address signed in with this browser within a year. */
function signedInBefore(
  { db, clock }: Services,
  { address, browserHash }: Pick<Asker, 'address' | 'browserHash'>,
): Promise<boolean> {
  return isKnownBrowser(db, { email: address, browserHash, since: clock.now() - YEAR_MS })
}

const ofBrowser = ({ limits }: Services['config'], { address, browserHash }: Asker): Use => ({
  limit: hourly('code-per-address-and-browser', limits['code-per-address-and-browser']),
  key: `${address} ${browserHash}`,
})

const ofNetwork = (config: Services['config'], { ip }: Asker): Use => ({
  limit: hourly('code-per-ip', config.limits['code-per-ip']),
  key: networkBucket(config, ip),
})

/** Strangers get few codes for an address while somebody guesses, share what isn't kept of it, and get so many in all. */
function ofStrangers(config: Services['config'], asker: Asker, guessed: boolean): Use[] {
  const { address } = asker
  const slowly = { limit: hourly('code-per-address-guessed', FEW_WHILE_GUESSED), key: address }
  return [...(guessed ? [slowly] : []), { limit: forStrangers(config), key: address }, ofAll(config, asker)]
}

/** Each kind of code for itself: a flood of sign-ups keeps no owner out who has a new device. */
const ofAll = ({ limits }: Services['config'], { purpose }: Asker): Use => ({
  limit: hourly(ALL_STRANGERS, limits[ALL_STRANGERS]),
  key: purpose.split(':', 1)[0] ?? '',
})

/** Strangers solve a captcha when many ask for one address, when half of their codes are gone, and while somebody guesses. */
async function passCaptcha(
  { config, limits, captcha }: Services & WithCaptcha,
  asker: Asker,
  guessed: boolean,
): Promise<boolean> {
  const all = ofAll(config, asker)
  const crowded =
    (await limits.used(forStrangers(config), asker.address)) >= FREE_OF_CAPTCHA ||
    (await limits.used(all.limit, all.key)) >= all.limit.size / 2
  if (!guessed && !crowded) return true
  return asker.captcha !== undefined && captcha.verify(asker.captcha, USUAL_COST)
}

/** A known browser takes from what strangers share, and from what is kept when that is gone. */
async function passAsKnown({ config, limits }: Services, address: string): Promise<LimitsPassed> {
  const shared = await limits.use(forStrangers(config), address)
  if (shared.allowed) return { outcome: 'passed' }
  const kept = await limits.use(hourly('code-per-address-kept', KEPT_FOR_KNOWN_BROWSERS), address)
  return kept.allowed ? { outcome: 'passed' } : tooMany(kept)
}

const forStrangers = (config: Services['config']): RateLimit =>
  hourly('code-per-address', Math.max(config.limits['code-per-address'] - KEPT_FOR_KNOWN_BROWSERS, 1))

/** A refused use, as an outcome. */
export const tooMany = ({ retryAfterS }: { retryAfterS: number }): TooMany => ({
  outcome: 'too-many-requests',
  retryAfterS,
})
