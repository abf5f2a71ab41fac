import { HELD_ACCOUNT } from '@reveille/core/phones/held-account'
import { forget, lookAt, pay } from '../platform/limits/budgets.ts'
import { goesOn, hourly, type Budgets } from '../platform/limits/declare-budget.ts'
import { alarm } from '../platform/metrics/metrics.ts'
import type { Services } from '../platform/services.ts'
import type { TextFailure } from './carrier.ts'

/** The alarm that texts don't arrive: one an hour for each reason. */
const alarmsOfTexts: Budgets = () => [hourly('texts-alarm', 'purpose', 1)]

/** Texts lost because our number may not text a country: after these none is sent there until the hour is over. */
export const unregisteredTexts: Budgets = () => [goesOn(hourly('unregistered-texts', 'country', 3))]

/** What an operator must hear of: the texts of many are lost, and only a change of the set-up helps. */
const ALARMING: Partial<Record<TextFailure, string>> = {
  unregistered: 'our number may not text the United States: no text arrives there (docs/carrier.md)',
  filtered: 'the networks filter our texts as spam',
  'not-set-up': "the account may not text this country, or not so: see 'npm run check-setup'",
  'held-account': HELD_ACCOUNT,
}

/** The only calling code in which numbers must be registered before they text. */
const REGISTERED = '+1'
const placeOf = (phone: string) => ({ keys: { country: REGISTERED }, isAsked: phone.startsWith(REGISTERED) })

/** A text was refused or lost: the log, an alarm where many are concerned, and after a few a pause (areTextsPaused). */
export async function noteLostText(
  services: Services,
  { phone, reason, code }: { phone: string; reason: TextFailure; code: number | null },
): Promise<void> {
  services.log.warn({ reason, code }, 'a text was not delivered')
  const { isAsked, ...place } = placeOf(phone)
  if (reason === 'unregistered' && isAsked) await pay(services, unregisteredTexts, place)
  const words = ALARMING[reason]
  if (words === undefined || (await pay(services, alarmsOfTexts, { keys: { purpose: reason } })) !== null) return
  alarm(services, 'texts', { reason, code }, words)
}

/** A text arrived: whatever was wrong there is over. */
export async function noteDeliveredText(services: Services, phone: string): Promise<void> {
  if (placeOf(phone).isAsked) await forget(services, unregisteredTexts, 'country', REGISTERED)
}

/** Whether so many texts to this number's country were lost in a row that none is sent there for the hour. */
export async function areTextsPaused(services: Services, phone: string): Promise<boolean> {
  const { isAsked, ...place } = placeOf(phone)
  return isAsked && (await lookAt(services, unregisteredTexts, place)).share('country') >= 1
}

/** Where the carrier tells what becomes of texts of which nothing is kept. */
export const TEXT_NEWS_PATH = '/callbacks/text-news'
