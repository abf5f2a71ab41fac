import { overspentBy } from '@reveille/core/calls/spending'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@reveille/core/time/duration'
import type { WithPhoneNumbers } from '../phones/phone-number-port.ts'
import { claimRun } from '../platform/database/installation.sql.ts'
import { lookAt, pay } from '../platform/limits/budgets.ts'
import { alarmed, daily, goesOn, type Budgets } from '../platform/limits/declare-budget.ts'
import { alarm } from '../platform/metrics/metrics.ts'
import type { Services } from '../platform/services.ts'
import { callsSpent, minutesSpent, stopSpending } from './spending.sql.ts'

/** Renewed while there are too many calls, so a stop ends by itself within the hour. */
const STOPPED_FOR_MS = 10 * 60_000

/**
 * The breaker behind all other limits: stops calls to any group (an account, a block of numbers, a country, everybody)
 * that had too many in the last hour, and alerts the operator. The carrier's rate limits what can be spent between two
 * checks. Numbers that we have called for a week keep ringing: fraud must not cost an honest person their call.
 */
export async function watchSpending(services: Services & WithPhoneNumbers): Promise<void> {
  const { db, clock, config } = services
  const now = clock.now()
  const spent = (await callsSpent(db, now - HOUR_MS)).map((block) => ({
    ...block,
    country: countryOf(services, block.phone),
  }))
  const overspent = overspentBy(spent, config.mostCallsAnHour)
  const news = await stopSpending(db, overspent, { now, until: now + STOPPED_FOR_MS })
  for (const { scope, what, calls } of overspent) {
    if (news.has(scope))
      alarm(services, 'spending', { what, scope, calls }, 'too many calls in an hour: further calls blocked')
  }
}

/** Raises an alarm but blocks nothing. */
export const callMinutes: Budgets = ({ callMinutesPerDay }) => [
  goesOn(alarmed(daily('call-minutes-of-a-day', 'all', callMinutesPerDay))),
]

/** Counts the minutes of today's calls, which raises alarms but stops nothing. */
export async function countCallMinutes(services: Services): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  if (!(await claimRun(db, 'call minutes', now, MINUTE_MS))) return
  const minutes = await minutesSpent(db, Math.floor(now / DAY_MS) * DAY_MS)
  const counted = (await lookAt(services, callMinutes, {})).used('all')
  if (minutes > counted) await pay(services, callMinutes, {}, minutes - counted)
}

function countryOf({ phoneNumbers }: Services & WithPhoneNumbers, phone: string): string {
  const number = phoneNumbers.check(phone)
  return number.outcome === 'ok' ? number.country : 'unknown'
}
