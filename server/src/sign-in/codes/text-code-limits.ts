import { blockOf, numberBudgetKeys } from '@reveille/core/calls/spending'
import { RAISED_COST, TRUSTED_MS, USUAL_COST } from '@reveille/core/sign-in/captcha-cost'
import { isPumping } from '@reveille/core/sign-in/one-time-code'
import type { Instant } from '@reveille/core/time/time-zone'
import { giveBack, lookAt, spend, type Spent, type Work } from '../../platform/limits/budgets.ts'
import { alarmed, daily, goesOn, hourly, rated, tenth, type Budgets } from '../../platform/limits/declare-budget.ts'
import { alarm } from '../../platform/metrics/metrics.ts'
import type { Services } from '../../platform/services.ts'
import type { WithCaptcha } from '../captcha/captcha.ts'
import { lastCodeOf, type CodeOwner } from './codes.sql.ts'
import { codesOfNetworks, type LimitsPassed } from './email-code-limits.ts'
import { isGuessedAt } from './guess-limit.ts'
import { addTextedCode, claimAlarm, textedCodesByCountry } from './texted-codes.sql.ts'

const PER_BLOCK = 30
const PER_COUNTRY = 50

/** Above the budget of a block of numbers, each text costs a harder captcha. */
export const textedCodes: Budgets = (size) => [
  ...codesOfNetworks(size),
  hourly('text-per-person', 'person', 10),
  daily('text-per-person-and-day', 'person', 20),
  hourly('text-per-number', 'number', size.textsPerNumber),
  goesOn(hourly('text-per-block', 'numbers', PER_BLOCK)),
  hourly('text-per-new-block', 'newNumbers', tenth(PER_BLOCK)),
  alarmed(hourly('text-per-new-range', 'newRange', tenth(rated(PER_COUNTRY, size)))),
  alarmed(hourly('text-per-country', 'country', rated(PER_COUNTRY, size))),
  alarmed(hourly('texts', 'all', rated(60, size))),
  alarmed(daily('texts-of-a-day', 'all', size.textsPerDay)),
]

/** `owner.address` is the number. */
type PhoneAsker = {
  owner: CodeOwner
  userId: number
  country: string
  /** In a range that no numbering plan has yet. */
  isNewRange: boolean
  signedInAt: Instant
  ip: string
  captcha: string | undefined
}

/** The current captcha cost of a text to this number, or of anything else. */
export async function captchaCostFor(services: Services, phone: string | undefined): Promise<number> {
  if (phone === undefined) return USUAL_COST
  return costOfText(await lookAt(services, textedCodes, { keys: { numbers: blockOf(phone) } }))
}

const costOfText = (spent: Spent): number => (spent.share('numbers') >= 1 ? RAISED_COST : USUAL_COST)

/** Charges for a texted code, or says why it isn't sent. */
export async function passPhoneCodeLimits(services: Services & WithCaptcha, asker: PhoneAsker): Promise<LimitsPassed> {
  const { userId, country, isNewRange, ip, owner } = asker
  const keys = { person: String(userId), ...numberBudgetKeys({ e164: owner.address, country, isNewRange }) }
  const passed = await spend(services, textedCodes, { ip, keys }, (spent) => passCaptcha(services, asker, spent))
  if (passed.outcome === 'passed') await countTextedCode(services, country, 'sent')
  return passed
}

/**
 * Refunds the number's hourly limit for a text that the carrier refused. The person's limit keeps it: otherwise one
 * account could cause refusals until nobody in its country gets a text.
 */
export async function giveBackText(services: Services, phone: string): Promise<void> {
  await giveBack(services, textedCodes, 'number', phone)
}

async function passCaptcha(
  services: Services & WithCaptcha,
  asker: PhoneAsker,
  spent: Spent,
): Promise<Work<LimitsPassed>> {
  const cost = costOfText(spent)
  const passed = await hasSolved(services, asker, cost)
  if (!passed) return { result: { outcome: 'captcha-required', cost }, pays: 'nothing' }
  return { result: { outcome: 'passed' }, pays: 'first' }
}

async function hasSolved(
  services: Services & WithCaptcha,
  { owner, signedInAt, captcha }: PhoneAsker,
  cost: number,
): Promise<boolean> {
  if (captcha !== undefined && (await services.captcha.verify(captcha, cost))) return true
  if (cost > USUAL_COST || (await isGuessedAt(services, owner))) return false
  const last = await lastCodeOf(services.db, owner)
  // In this browser and since this sign-in, so in this session.
  return last !== null && last.createdAt >= Math.max(signedInAt, services.clock.now() - TRUSTED_MS)
}

/** Detects text pumping: many codes go to a country, and hardly any are entered. */
export async function watchTextedCodes(services: Services): Promise<void> {
  const { db, clock } = services
  for (const { country, sent, used } of await textedCodesByCountry(db, clock.now())) {
    if (!isPumping({ sent, used }) || !(await claimAlarm(db, country, clock.now()))) continue
    alarm(services, 'text-conversion', { country, sent, used }, 'hardly any texted codes are used')
  }
}

export async function countTextedCode({ db, clock }: Services, country: string, what: 'sent' | 'used'): Promise<void> {
  await addTextedCode(db, { country, what, at: clock.now() })
}
