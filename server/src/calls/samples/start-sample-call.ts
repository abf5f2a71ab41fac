import { numberBudgetKeys } from '@reveille/core/calls/spending'
import { callRefusal, type CallRefusal, mayBeCalled } from '@reveille/core/people/callable'
import { DAY_MS } from '@reveille/core/time/duration'
import { canonicalZone } from '@reveille/core/time/time-zone'
import { UNKNOWN_ZONE } from '@reveille/core/time/zone-names'
import { findAccount, zoneOf } from '../../people/people.sql.ts'
import { withPerson } from '../../people/with-person.ts'
import type { WithPhoneNumbers } from '../../phones/phone-number-port.ts'
import { spend, type BudgetKeys, type Work } from '../../platform/limits/budgets.ts'
import { alarmed, type Budgets, daily, hourly, rated, tenth } from '../../platform/limits/declare-budget.ts'
import type { Services } from '../../platform/services.ts'
import { planSample } from '../../schedules/planner/plan-calls.ts'
import { samplesSince } from '../calls.sql.ts'

export const SAMPLES_A_DAY = 3
const PER_BLOCK = 30
const PER_COUNTRY = 50

/** Several accounts may have verified one number in turn, and fraud comes in blocks. */
export const sampleCalls: Budgets = (size) => [
  daily('sample-per-number', 'number', SAMPLES_A_DAY),
  hourly('sample-per-block', 'numbers', PER_BLOCK),
  hourly('sample-per-new-block', 'newNumbers', tenth(PER_BLOCK)),
  alarmed(hourly('sample-per-new-range', 'newRange', tenth(rated(PER_COUNTRY, size)))),
  alarmed(hourly('sample-per-country', 'country', rated(PER_COUNTRY, size))),
  alarmed(hourly('samples', 'all', rated(60, size))),
  alarmed(daily('samples-of-a-day', 'all', size.samplesPerDay)),
]

export type SampleOutcome =
  | { outcome: 'started'; callId: number }
  | { outcome: CallRefusal | 'under-way' }
  | { outcome: 'too-many'; retryAfterS: number }
  /** Not this person but their number or its block reached a limit. */
  | { outcome: 'held-back'; retryAfterS: number }

/** One at a time, 3 a day. `browserZone`: for a person without schedules; an unknown one is ignored. */
export async function startSampleCall(
  services: Services & WithPhoneNumbers,
  userId: number,
  browserZone?: string,
): Promise<SampleOutcome> {
  const phone = (await findAccount(services.db, { id: userId }))?.phone ?? null
  if (phone === null) return { outcome: 'phone-not-verified' }
  const started = await spend(
    services,
    sampleCalls,
    budgetKeysOf(services, phone),
    async (): Promise<Work<SampleOutcome>> => {
      const result = await plan(services, userId, { browserZone, heldBackS: null })
      return { result, pays: result.outcome === 'started' ? 'anyway' : 'nothing' }
    },
  )
  if (started.outcome === 'too-many-requests')
    return plan(services, userId, { browserZone, heldBackS: started.retryAfterS })
  if (started.outcome === 'started') services.live.publish(userId, 'calls')
  return started
}

function budgetKeysOf({ phoneNumbers }: WithPhoneNumbers, phone: string): BudgetKeys {
  const number = phoneNumbers.check(phone)
  return { keys: numberBudgetKeys(number.outcome === 'ok' ? number : { e164: phone, country: 'unknown' }) }
}

function plan(
  services: Services,
  userId: number,
  { browserZone, heldBackS }: { browserZone: string | undefined; heldBackS: number | null },
): Promise<SampleOutcome> {
  return withPerson(services, userId, async (tx, callee): Promise<SampleOutcome> => {
    if (callee === null) return { outcome: 'phone-not-verified' }
    if (!mayBeCalled(callee)) return { outcome: callRefusal(callee)! }
    const now = services.clock.now()
    const { underWay, startedAt } = await samplesSince(tx, userId, now - DAY_MS)
    if (underWay) return { outcome: 'under-way' }
    if (startedAt.length >= SAMPLES_A_DAY) {
      return {
        outcome: 'too-many',
        retryAfterS: Math.ceil((startedAt.at(-SAMPLES_A_DAY)! + DAY_MS - now) / 1000),
      }
    }
    // After the person's own limit, whose message is clearer.
    if (heldBackS !== null) return { outcome: 'held-back', retryAfterS: heldBackS }
    const timezone = (await zoneOf(tx, userId)) ?? canonicalZone(browserZone ?? '') ?? UNKNOWN_ZONE
    const callId = await planSample(services, tx, { userId, voice: callee.voice, timezone })
    return { outcome: 'started', callId }
  })
}
