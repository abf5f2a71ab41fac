import { blockOf } from '@reveille/core/calls/spending'
import type { WithPhoneNumbers } from '../../phones/phone-number-check.ts'
import { type RateLimit, hourly } from '../../platform/limits/rate-limits.ts'
import type { Services } from '../../platform/services.ts'

const DAY_S = 24 * 3600

/** From narrow to wide: several accounts may have proven one number in turn, and fraud comes in blocks (S35, S37). */
function limitsOf(
  { config, phoneNumbers }: Services & WithPhoneNumbers,
  phone: string,
): { limit: RateLimit; key: string }[] {
  const { block, country, all } = config.samplesPerHour
  const number = phoneNumbers.check(phone)
  return [
    { limit: { name: 'sample-per-number', size: config.samplesPerDay, windowS: DAY_S }, key: phone },
    { limit: hourly('sample-per-block', block), key: blockOf(phone) },
    { limit: hourly('sample-per-country', country), key: number.outcome === 'ok' ? number.country : 'unknown' },
    { limit: hourly('sample', all), key: 'all' },
  ]
}

/** Seconds until a sample call to this number is allowed again; null when it is now. Counts nothing. */
export async function sampleHeldBackS(services: Services & WithPhoneNumbers, phone: string): Promise<number | null> {
  const nowS = services.clock.now() / 1000
  for (const { limit, key } of limitsOf(services, phone)) {
    if ((await services.limits.used(limit, key)) < limit.size) continue
    return Math.max(1, Math.ceil(limit.windowS - (nowS % limit.windowS)))
  }
  return null
}

/** Counts a started sample call. */
export async function countSample(services: Services & WithPhoneNumbers, phone: string): Promise<void> {
  for (const { limit, key } of limitsOf(services, phone)) await services.limits.use(limit, key)
}
