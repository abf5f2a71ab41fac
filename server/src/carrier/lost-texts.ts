import { HELD_ACCOUNT } from '@reveille/core/calls/carrier-trouble'
import { forget, lookAt, pay } from '../platform/limits/budgets.ts'
import { daily, goesOn, hourly, type Budgets } from '../platform/limits/declare-budget.ts'
import { alarm } from '../platform/metrics/metrics.ts'
import type { Services } from '../platform/services.ts'
import type { TextFailure } from './carrier.ts'

/** Limits the alarm about lost texts: hourly per reason. */
const alarmsOfTexts: Budgets = () => [hourly('texts-alarm', 'purpose', 1)]

/** Texts lost because our number may not text a country. After a few, we send none there until the hour is over. */
export const unregisteredTexts: Budgets = () => [goesOn(hourly('unregistered-texts', 'country', 3))]

/** Failures that affect many people and that only a change of the setup fixes. */
const ALARMING: Partial<Record<TextFailure, string>> = {
  unregistered: 'our number may not text the United States: no text arrives there (docs/carrier.md)',
  filtered: 'the networks filter our texts as spam',
  'not-set-up': "the account may not text this country, or not so: see 'npm run check-setup'",
  'held-account': HELD_ACCOUNT,
}

/** The only calling code where numbers must register before they text. */
const REGISTERED = '+1'
const placeOf = (phone: string) => ({ keys: { country: REGISTERED }, isAsked: phone.startsWith(REGISTERED) })

/** Logs a refused or lost text. Raises an alarm if it affects many, and pauses texts after a few (areTextsPaused). */
export async function noteLostText(
  services: Services,
  { phone, reason, code }: { phone: string; reason: TextFailure; code: number | null },
): Promise<void> {
  services.log.warn({ reason, code }, 'text not delivered')
  const { isAsked, ...place } = placeOf(phone)
  if (reason === 'unregistered' && isAsked) await pay(services, unregisteredTexts, place)
  const words = ALARMING[reason]
  if (words === undefined || (await pay(services, alarmsOfTexts, { keys: { purpose: reason } })) !== null) return
  alarm(services, 'texts', { reason, code }, words)
}

const arrivedTexts: Budgets = () => [goesOn(daily('arrived-texts', 'number', 1))]
const to = (phone: string) => ({ keys: { number: phone } })

export const hasReceivedText = async (services: Services, phone: string): Promise<boolean> =>
  (await lookAt(services, arrivedTexts, to(phone))).used('number') > 0

/** A text arrived, so whatever was wrong there is over. */
export async function noteDeliveredText(services: Services, phone: string): Promise<void> {
  await pay(services, arrivedTexts, to(phone))
  if (placeOf(phone).isAsked) await forget(services, unregisteredTexts, 'country', REGISTERED)
}

/** Whether we send no texts to this number's country for the hour, after too many losses in a row. */
export async function areTextsPaused(services: Services, phone: string): Promise<boolean> {
  const { isAsked, ...place } = placeOf(phone)
  return isAsked && (await lookAt(services, unregisteredTexts, place)).share('country') >= 1
}

/** Where the carrier reports on texts that we don't store. */
export const TEXT_NEWS_PATH = '/callbacks/text-news'
