import { callRefusal, mayBeCalled, type CallRefusal } from '@reveille/core/people/callable'
import { canonicalZone } from '@reveille/core/time/time-zone'
import { UNKNOWN_ZONE } from '@reveille/core/time/zone-names'
import { findAccount } from '../../people/people.sql.ts'
import { withPerson } from '../../people/with-person.ts'
import type { WithPhoneNumbers } from '../../phones/phone-number-check.ts'
import type { Services } from '../../platform/services.ts'
import { planSample } from '../../schedules/planner/plan-sample.ts'
import { countSample, sampleHeldBackS } from './sample-limits.ts'
import { homeZone, samplesSince } from './samples.sql.ts'

const DAY_MS = 24 * 60 * 60_000

export type SampleOutcome =
  | { outcome: 'started'; callId: number }
  | { outcome: CallRefusal | 'under-way' }
  | { outcome: 'too-many'; retryAfterS: number }
  /** The limit was reached not by this person but by their number, or its block. */
  | { outcome: 'held-back'; retryAfterS: number }

/**
 * A call on demand, to try the service: to the verified phone, 3 a day and one at a time (CALL-12). `browserZone` is
 * the zone of a person without schedules; one that our zone data does not know is ignored.
 */
export async function startSampleCall(
  services: Services & WithPhoneNumbers,
  userId: number,
  browserZone?: string,
): Promise<SampleOutcome> {
  const phone = (await findAccount(services.db, { id: userId }))?.phone ?? null
  const heldBackS = phone === null ? null : await sampleHeldBackS(services, phone)
  const started = await withPerson(services, userId, async (tx, callee): Promise<SampleOutcome> => {
    if (callee === null) return { outcome: 'phone-not-verified' }
    if (!mayBeCalled(callee)) return { outcome: callRefusal(callee)! }
    const now = services.clock.now()
    const { underWay, startedAt } = await samplesSince(tx, userId, now - DAY_MS)
    if (underWay) return { outcome: 'under-way' }
    if (startedAt.length >= services.config.samplesPerDay) {
      return {
        outcome: 'too-many',
        retryAfterS: Math.ceil((startedAt.at(-services.config.samplesPerDay)! + DAY_MS - now) / 1000),
      }
    }
    // After the person's own limit, whose message is clearer.
    if (heldBackS !== null) return { outcome: 'held-back', retryAfterS: heldBackS }
    const timezone = (await homeZone(tx, userId)) ?? canonicalZone(browserZone ?? '') ?? UNKNOWN_ZONE
    const callId = await planSample(services, tx, { userId, voice: callee.voice, timezone })
    return { outcome: 'started', callId }
  })
  if (started.outcome !== 'started') return started
  if (phone !== null) await countSample(services, phone)
  services.live.publish(userId, 'calls')
  return started
}
