import { gapAfterTexts, TEXTS_A_DAY_PER_HOURLY } from '@reveille/core/sign-in/one-time-code'
import { forget, giveBack, pay, spend, type UsedUp } from '../../platform/limits/budgets.ts'
import { alarmed, daily, hourly, rated, type Budgets } from '../../platform/limits/declare-budget.ts'
import type { Services } from '../../platform/services.ts'
import { lastTextTo } from './codes.sql.ts'
import type { LimitsPassed } from './email-code-limits.ts'

/** Texted codes that nobody entered: each lengthens the wait, up to a daily limit. */
const unusedTexts: Budgets = ({ textsPerNumber }) => [
  daily('unused-text-per-number', 'number', TEXTS_A_DAY_PER_HOURLY * textsPerNumber),
]

/** Texted codes that turn calls back on after 0 0. */
export const callsCodes: Budgets = () => [daily('calls-code-per-number', 'number', 1)]

const CALLED_CODES_A_DAY = 3
const allCalledCodes: Budgets = (size) => [alarmed(hourly('called-codes', 'all', rated(60, size)))]

/** Codes said in a call to somebody who wants to sign in. Strangers may cause them, so these use up nothing else. */
export const calledSignIns: Budgets = (size) => [
  daily('sign-in-call-per-number', 'number', CALLED_CODES_A_DAY),
  ...allCalledCodes(size),
]

/** Codes said in a call to somebody who is signed in or has a sign-in link. */
export const calledProofs: Budgets = (size) => [
  daily('proof-call-per-number', 'number', CALLED_CODES_A_DAY),
  ...allCalledCodes(size),
]

/** Calls at night with a code to a number that isn't the asker's. */
export const nightCalls: Budgets = () => [daily('night-call-per-number', 'number', 1)]

const of = (phone: string) => ({ keys: { number: phone } })

/**
 * Whether this number may get another code: waits grow after a few unused ones, up to a daily limit. Doesn't apply to
 * somebody whose number it is, or was within a week: a stranger must not block them.
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

export const countUnusedText = (services: Services, phone: string): Promise<UsedUp | null> =>
  pay(services, unusedTexts, of(phone))

export const giveBackUnusedText = (services: Services, phone: string): Promise<unknown> =>
  giveBack(services, unusedTexts, 'number', phone)

/** A code was entered, so the requester has the phone. */
export const forgetUnusedTexts = (services: Services, phone: string): Promise<unknown> =>
  forget(services, unusedTexts, 'number', phone)

/** Whether this number may get one more of these codes; counts it. */
export const passNumberLimit = async (services: Services, phone: string, what: Budgets): Promise<LimitsPassed> =>
  (await pay(services, what, of(phone))) ?? { outcome: 'passed' }

export const giveBackCallsCode = (services: Services, phone: string): Promise<unknown> =>
  giveBack(services, callsCodes, 'number', phone)
