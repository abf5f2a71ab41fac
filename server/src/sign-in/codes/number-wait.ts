import { gapAfterTexts, TEXTS_A_DAY_PER_HOURLY } from '@reveille/core/sign-in/guesses'
import type { RateLimit } from '../../platform/limits/rate-limits.ts'
import type { Services } from '../../platform/services.ts'
import { lastTextTo } from './codes.sql.ts'
import type { LimitsPassed } from './email-code-limits.ts'

const DAY_S = 24 * 60 * 60

/** Counts texts with codes to a number since one was entered. */
const unusedTexts = ({ config }: Services): RateLimit => ({
  name: 'unused-text-per-number',
  size: TEXTS_A_DAY_PER_HOURLY * config.limits['text-per-number'],
  windowS: DAY_S,
})

/**
 * Whether this number may get another code (S74): after a few that nobody entered the waits grow, and a day has an end.
 * Not for the person whose number it is or was within a week: a stranger must not keep them from it (S11).
 */
export async function waitForNumber(services: Services, phone: string): Promise<LimitsPassed> {
  const { config, clock, db, limits } = services
  const limit = unusedTexts(services)
  const unused = await limits.used(limit, phone)
  const now = clock.now()
  if (unused >= limit.size)
    return { outcome: 'too-many-requests', retryAfterS: DAY_S - (Math.floor(now / 1000) % DAY_S) }
  const gap = gapAfterTexts(unused, config.limits['text-per-number'])
  const last = gap === 0 ? null : await lastTextTo(db, phone)
  if (last === null || last + gap <= now) return { outcome: 'passed' }
  return { outcome: 'too-many-requests', retryAfterS: Math.ceil((last + gap - now) / 1000) }
}

/** A text with a code leaves for this number. */
export async function countUnusedText(services: Services, phone: string): Promise<void> {
  await services.limits.use(unusedTexts(services), phone)
}

/** The carrier refused it. */
export const giveBackUnusedText = (services: Services, phone: string): Promise<void> =>
  services.limits.giveBack(unusedTexts(services), phone)

/** One was entered: whoever asks holds the phone. */
export const forgetUnusedTexts = (services: Services, phone: string): Promise<void> =>
  services.limits.forget(unusedTexts(services), phone)
