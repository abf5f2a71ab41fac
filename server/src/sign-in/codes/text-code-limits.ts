import { blockOf } from '@reveille/core/calls/spending'
import type { Instant } from '@reveille/core/time/time-zone'
import { networkBucket } from '../../platform/limits/buckets.ts'
import { type RateLimit, hourly } from '../../platform/limits/rate-limits.ts'
import type { Services } from '../../platform/services.ts'
import type { WithCaptcha } from '../captcha/captcha.ts'
import { lastCodeOf, type CodeOwner } from './codes.sql.ts'
import { tooMany, USUAL_COST, type LimitsPassed } from './email-code-limits.ts'
import { isGuessedAt } from './guess-limit.ts'

/** Above the limit of its block every further text costs its sender a puzzle so much harder (CODE-3). */
const RAISED_COST = 10
/** PHONE-5: after a text to a number its resend needs no further captcha for so long. */
const TRUSTED_MS = 15 * 60_000

/** Who asks for a text: `owner.address` is the number. */
export type PhoneAsker = {
  owner: CodeOwner
  userId: number
  country: string
  signedInAt: Instant
  ip: string
  captcha: string | undefined
}

/** What a captcha costs now: one for a text to this number, or one for anything else. */
export async function captchaCostFor({ config, limits }: Services, phone: string | undefined): Promise<number> {
  if (phone === undefined) return USUAL_COST
  const limit = perBlock(config.limits['text-per-block'])
  return (await limits.used(limit, blockOf(phone))) >= limit.size ? RAISED_COST : USUAL_COST
}

/** CODE-3 and PHONE-5 for codes by text: counts this request and says whether one may be sent. */
export async function passPhoneCodeLimits(services: Services & WithCaptcha, asker: PhoneAsker): Promise<LimitsPassed> {
  const { config, limits } = services
  if (!(await passCaptcha(services, asker))) return { outcome: 'captcha-required' }
  for (const { limit, key } of limitsOf(config, asker)) {
    const result = await limits.use(limit, key)
    if (!result.allowed) return tooMany(result)
  }
  await limits.use(perBlock(config.limits['text-per-block']), blockOf(asker.owner.address)) // counted, never refused
  return { outcome: 'passed' }
}

/**
 * A text that the carrier refused takes nothing from the few that its number has an hour. Its person's limit keeps it:
 * else one account could have texts refused until nobody in its country gets one.
 */
export async function giveBackText({ config, limits }: Services, phone: string): Promise<void> {
  await limits.giveBack(perNumber(config.limits['text-per-number']), phone)
}

/** From narrow to wide, so that one sender's excess does not use up what everybody shares (S35). */
function limitsOf(config: Services['config'], { userId, country, ip, owner }: PhoneAsker) {
  const { limits } = config
  return [
    { limit: hourly('code-per-ip', limits['code-per-ip']), key: networkBucket(config, ip) },
    { limit: hourly('text-per-person', limits['text-per-person']), key: String(userId) },
    { limit: perNumber(limits['text-per-number']), key: owner.address },
    { limit: hourly('text-per-country', limits['text-per-country']), key: country },
    { limit: hourly('text', limits.text), key: 'all' },
  ]
}

async function passCaptcha(
  services: Services & WithCaptcha,
  { owner, signedInAt, captcha }: PhoneAsker,
): Promise<boolean> {
  const cost = await captchaCostFor(services, owner.address)
  if (captcha !== undefined && (await services.captcha.verify(captcha, cost))) return true
  if (cost > USUAL_COST || (await isGuessedAt(services, owner))) return false
  const last = await lastCodeOf(services.db, owner)
  // In this browser and since this sign-in: that is this session.
  return last !== null && last.createdAt >= Math.max(signedInAt, services.clock.now() - TRUSTED_MS)
}

const perNumber = (size: number): RateLimit => hourly('text-per-number', size)
const perBlock = (size: number): RateLimit => hourly('text-per-block', size)
