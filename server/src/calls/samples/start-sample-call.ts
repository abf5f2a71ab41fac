import { mayBeCalled } from '@reveille/core/people/callable'
import { canonicalZone } from '@reveille/core/time/time-zone'
import { UNKNOWN_ZONE } from '@reveille/core/time/zone-names'
import { lockPerson } from '../../people/lock-person.sql.ts'
import { findAccount } from '../../people/people.sql.ts'
import type { WithPhoneNumbers } from '../../phones/phone-number-check.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { newCallToken } from '../../schedules/planner/first-calls.ts'
import { insertOccurrences } from '../../schedules/planner/occurrences.sql.ts'
import { insertCalls } from '../../schedules/planner/planned-calls.sql.ts'
import { countSample, sampleHeldBackS } from './sample-limits.ts'
import { homeZone, samplesSince } from './samples.sql.ts'

const DAY_MS = 24 * 60 * 60_000

export type SampleOutcome =
  | { outcome: 'started'; callId: number }
  | { outcome: 'phone-not-verified' | 'not-personalised' | 'calls-stopped' | 'under-way' }
  | { outcome: 'too-many'; retryAfterS: number }
  /** Not this person but their number, or numbers like it, had many. */
  | { outcome: 'held-back'; retryAfterS: number }

/**
 * A call to try the service: at once, to the verified phone, 3 a day and one at a time (CALL-12). `browserZone` is where
 * a person is who has no schedule yet; one that our zone data does not know is as good as none.
 */
export async function startSampleCall(
  services: Services & WithPhoneNumbers,
  userId: number,
  browserZone?: string,
): Promise<SampleOutcome> {
  const phone = (await findAccount(services.db, { id: userId }))?.phone ?? null
  const heldBackS = phone === null ? null : await sampleHeldBackS(services, phone)
  const started = await inTransaction(services.db, async (tx): Promise<SampleOutcome> => {
    const person = await lockPerson(tx, userId)
    if (person === null || !person.phoneVerified) return { outcome: 'phone-not-verified' }
    if (person.voice === null) return { outcome: 'not-personalised' }
    if (!mayBeCalled(person)) return { outcome: 'calls-stopped' }
    const now = services.clock.now()
    const { underWay, startedAt } = await samplesSince(tx, userId, now - DAY_MS)
    if (underWay) return { outcome: 'under-way' }
    if (startedAt.length >= services.config.samplesPerDay) {
      return {
        outcome: 'too-many',
        retryAfterS: Math.ceil((startedAt.at(-services.config.samplesPerDay)! + DAY_MS - now) / 1000),
      }
    }
    // After the person's own limit, whose words are clearer.
    if (heldBackS !== null) return { outcome: 'held-back', retryAfterS: heldBackS }
    const timezone = (await homeZone(tx, userId)) ?? canonicalZone(browserZone ?? '') ?? UNKNOWN_ZONE
    const sample = {
      scheduleId: null,
      userId,
      dueAt: now,
      timezone,
      callRetry: false,
      isSample: true,
      announceAt: null,
      outcome: null,
    }
    const [occurrence] = await insertOccurrences(tx, [sample], now)
    const call = {
      occurrenceId: occurrence!.id,
      userId,
      attempt: 1,
      kind: 'sample' as const,
      dueAt: now,
      voice: person.voice,
    }
    const [callId] = await insertCalls(tx, [{ ...call, token: newCallToken() }], now)
    return { outcome: 'started', callId: callId! }
  })
  if (started.outcome !== 'started') return started
  if (phone !== null) await countSample(services, phone)
  services.live.publish(userId, 'calls')
  return started
}
