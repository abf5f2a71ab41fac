import { gapAfterTexts, TEXTS_A_DAY_PER_HOURLY } from '@reveille/core/sign-in/guesses'
import type { Instant } from '@reveille/core/time/time-zone'
import type { RateLimit } from '../../platform/limits/rate-limits.ts'
import type { Services } from '../../platform/services.ts'
import { lastTextTo } from './codes.sql.ts'
import type { LimitsPassed } from './email-code-limits.ts'

const DAY_S = 24 * 60 * 60
const restOfDayS = (now: Instant) => DAY_S - (Math.floor(now / 1000) % DAY_S)

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
  if (unused >= limit.size) return { outcome: 'too-many-requests', retryAfterS: restOfDayS(now) }
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

/** Whoever stopped our calls gets at most one text a day about them (S72). */
const CALLS_CODE = { name: 'calls-code-per-number', size: 1, windowS: DAY_S } as const

/** Whether a code that turns calls back on may be texted to this number today; counts it. */
export async function passCallsCodeLimit({ clock, limits }: Services, phone: string): Promise<LimitsPassed> {
  if ((await limits.use(CALLS_CODE, phone)).allowed) return { outcome: 'passed' }
  return { outcome: 'too-many-requests', retryAfterS: restOfDayS(clock.now()) }
}

/** The carrier refused the text. */
export const giveBackCallsCode = ({ limits }: Services, phone: string): Promise<void> =>
  limits.giveBack(CALLS_CODE, phone)
