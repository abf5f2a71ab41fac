import { gapAfterTexts, TEXTS_A_DAY_PER_HOURLY } from '@reveille/core/sign-in/one-time-code'
import { forget, giveBack, pay, spend, type UsedUp } from '../../platform/limits/budgets.ts'
import { daily, type Budgets } from '../../platform/limits/declare-budget.ts'
import type { Services } from '../../platform/services.ts'
import { lastTextTo } from './codes.sql.ts'
import type { LimitsPassed } from './email-code-limits.ts'

/** A text with a code that nobody has entered: waits grow by it, and a day has an end (S74). */
const unusedTexts: Budgets = ({ textsPerNumber }) => [
  daily('unused-text-per-number', 'number', TEXTS_A_DAY_PER_HOURLY * textsPerNumber),
]

/** The code that turns calls back on after 0 0: one text a day about them (S72). */
const callsCodes: Budgets = () => [daily('calls-code-per-number', 'number', 1)]

const of = (phone: string) => ({ keys: { number: phone } })

/**
 * Whether this number may get another code (S74): after a few that nobody entered the waits grow, and a day has an end.
 * Not for the person whose number it is or was within a week: a stranger must not keep them from it (S11).
 */
export function waitForNumber(services: Services, phone: string): Promise<LimitsPassed> {
  return spend(services, unusedTexts, of(phone), async (spent) => {
    const result = await waitAfter(services, phone, spent.used('number'))
    return { result, pays: 'nothing' }
  })
}

async function waitAfter({ config, clock, db }: Services, phone: string, unused: number): Promise<LimitsPassed> {
  const gap = gapAfterTexts(unused, config.budgets.textsPerNumber)
  const last = gap === 0 ? null : await lastTextTo(db, phone)
  const now = clock.now()
  if (last === null || last + gap <= now) return { outcome: 'passed' }
  return { outcome: 'too-many-requests', retryAfterS: Math.ceil((last + gap - now) / 1000) }
}

/** A text with a code leaves for this number. */
export const countUnusedText = (services: Services, phone: string): Promise<UsedUp | null> =>
  pay(services, unusedTexts, of(phone))

/** The carrier refused it. */
export const giveBackUnusedText = (services: Services, phone: string): Promise<unknown> =>
  giveBack(services, unusedTexts, 'number', phone)

/** One was entered: whoever asks holds the phone. */
export const forgetUnusedTexts = (services: Services, phone: string): Promise<unknown> =>
  forget(services, unusedTexts, 'number', phone)

/** Whether a code that turns calls back on may be texted to this number today; counts it (S72). */
export const passCallsCodeLimit = async (services: Services, phone: string): Promise<LimitsPassed> =>
  (await pay(services, callsCodes, of(phone))) ?? { outcome: 'passed' }

/** The carrier refused the text. */
export const giveBackCallsCode = (services: Services, phone: string): Promise<unknown> =>
  giveBack(services, callsCodes, 'number', phone)
