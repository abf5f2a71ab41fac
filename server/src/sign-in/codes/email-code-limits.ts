import { BROWSERS_KEPT_MS } from '@reveille/core/accounts/retention-times'
import { FEW_WHILE_GUESSED, FREE_OF_CAPTCHA, KEPT_FOR_KNOWN_BROWSERS } from '@reveille/core/sign-in/code-limits'
import { subnetBucket } from '../../platform/limits/buckets.ts'
import { type RateLimit, hourly } from '../../platform/limits/rate-limits.ts'
import { alarm } from '../../platform/metrics/alarm.ts'
import type { Services } from '../../platform/services.ts'
import type { WithCaptcha } from '../captcha/captcha.ts'
import type { CodeOwner } from './codes.sql.ts'
import { isGuessedAt } from './guess-limit.ts'
import { isKnownBrowser } from './known-browsers.sql.ts'

/** Who requests a code by email, and for which address. */
export type Asker = CodeOwner & { ip: string; captcha: string | undefined }

export type TooMany = { outcome: 'too-many-requests'; retryAfterS: number }
export type LimitsRefused = { outcome: 'captcha-required' } | TooMany
export type LimitsPassed = { outcome: 'passed' } | LimitsRefused

const ALL_STRANGERS = 'code-to-stranger'
/** The normal cost of a captcha (see sign-in/captcha/captcha.ts). */
export const USUAL_COST = 1

/** One use of a limit: which limit, and its key. */
type Use = { limit: RateLimit; key: string }

/**
 * CODE-3 for mailed codes: counts this request and decides whether a code may be sent. Shared limits are checked first,
 * because what they refuse must write nothing, not even that a captcha was used (S55). The captcha comes next:
 * otherwise a request that must be repeated with one would count twice.
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

/** Whether the address's holder signed in with this browser within a year. */
function signedInBefore(
  { db, clock }: Services,
  { address, browserHash }: Pick<Asker, 'address' | 'browserHash'>,
): Promise<boolean> {
  return isKnownBrowser(db, { email: address, browserHash, since: clock.now() - BROWSERS_KEPT_MS })
}

const ofBrowser = ({ limits }: Services['config'], { address, browserHash }: Asker): Use => ({
  limit: hourly('code-per-address-and-browser', limits['code-per-address-and-browser']),
  key: `${address} ${browserHash}`,
})

const ofNetwork = (config: Services['config'], { ip }: Asker): Use => ({
  limit: hourly('code-per-ip', config.limits['code-per-ip']),
  key: subnetBucket(config, ip),
})

/**
 * Unknown browsers get few codes for an address while somebody is guessing, share the part that is not reserved, and
 * have an overall limit.
 */
function ofStrangers(config: Services['config'], asker: Asker, guessed: boolean): Use[] {
  const { address } = asker
  const slowly = { limit: hourly('code-per-address-guessed', FEW_WHILE_GUESSED), key: address }
  return [...(guessed ? [slowly] : []), { limit: forStrangers(config), key: address }, ofAll(config, asker)]
}

/** Each purpose by itself: a flood of sign-ups keeps out no owner with a new device. */
const ofAll = ({ limits }: Services['config'], { purpose }: Asker): Use => ({
  limit: hourly(ALL_STRANGERS, limits[ALL_STRANGERS]),
  key: purpose.split(':', 1)[0] ?? '',
})

/**
 * Unknown browsers solve a captcha when many ask for one address, when half of their codes are used up, and while
 * somebody is guessing.
 */
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

/** A known browser uses the shared part first, then the reserved part. */
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
