import { blockOf } from '@reveille/core/calls/spending'
import { RAISED_COST, TRUSTED_MS } from '@reveille/core/sign-in/code-limits'
import type { Instant } from '@reveille/core/time/time-zone'
import { subnetBucket } from '../../platform/limits/buckets.ts'
import { type RateLimit, hourly } from '../../platform/limits/rate-limits.ts'
import type { Services } from '../../platform/services.ts'
import type { WithCaptcha } from '../captcha/captcha.ts'
import { lastCodeOf, type CodeOwner } from './codes.sql.ts'
import { tooMany, USUAL_COST, type LimitsPassed } from './email-code-limits.ts'
import { isGuessedAt } from './guess-limit.ts'
import { countTextedCode } from './watch-texted-codes.ts'

/** Who requests a text: `owner.address` is the number. */
export type PhoneAsker = {
  owner: CodeOwner
  userId: number
  country: string
  signedInAt: Instant
  ip: string
  captcha: string | undefined
}

/** The current cost of a captcha: for a text to this number, or for anything else. */
export async function captchaCostFor({ config, limits }: Services, phone: string | undefined): Promise<number> {
  if (phone === undefined) return USUAL_COST
  const limit = perBlock(config.limits['text-per-block'])
  return (await limits.used(limit, blockOf(phone))) >= limit.size ? RAISED_COST : USUAL_COST
}

/** CODE-3 and PHONE-5 for texted codes: counts this request and decides whether one may be sent. */
export async function passPhoneCodeLimits(services: Services & WithCaptcha, asker: PhoneAsker): Promise<LimitsPassed> {
  const { config, limits } = services
  if (!(await passCaptcha(services, asker))) return { outcome: 'captcha-required' }
  for (const { limit, key } of limitsOf(config, asker)) {
    const result = await limits.use(limit, key)
    if (!result.allowed) return tooMany(result)
  }
  await limits.use(perBlock(config.limits['text-per-block']), blockOf(asker.owner.address)) // counted, never refused
  await countTextedCode(services, asker.country, 'sent')
  return { outcome: 'passed' }
}

/**
 * A text that the carrier refused is refunded to its number's hourly limit. The person's limit keeps it: otherwise one
 * account could cause refused texts until nobody in its country gets one.
 */
export async function giveBackText({ config, limits }: Services, phone: string): Promise<void> {
  await limits.giveBack(perNumber(config.limits['text-per-number']), phone)
}

/** From narrow to wide, so that one sender's excess does not exhaust shared limits (S35). */
function limitsOf(config: Services['config'], { userId, country, ip, owner }: PhoneAsker) {
  const { limits } = config
  return [
    { limit: hourly('code-per-ip', limits['code-per-ip']), key: subnetBucket(config, ip) },
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
