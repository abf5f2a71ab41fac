import type { Standing } from '@reveille/core/people/callable'
import type { VoiceId } from '@reveille/core/speech/voices'
import type { Instant } from '@reveille/core/time/time-zone'
import type { PlannedOccurrence } from './occurrences.sql.ts'
import type { CallToPlan } from './plan-calls.ts'

export type Planning = {
  /** The owner of each planned schedule. */
  userOf: ReadonlyMap<number, number>
  /** The voice of each owner who may be called. */
  voices: ReadonlyMap<number, VoiceId>
  /** Who goes first at one instant; those who are left out are newcomers. */
  standings?: ReadonlyMap<number, Standing>
  now: Instant
}

/** The first call of each occurrence, to be stored as planned or failed. */
export function firstCalls(
  occurrences: readonly PlannedOccurrence[],
  { userOf, voices, standings }: Planning,
): CallToPlan[] {
  return occurrences.map(({ id, scheduleId, dueAt, proof }) => {
    const userId = userOf.get(scheduleId ?? 0)!
    return {
      occurrenceId: id,
      userId,
      attempt: 1,
      kind: 'first',
      dueAt,
      voice: voices.get(userId)!,
      proof,
      ...(standings?.has(userId) ? { standing: standings.get(userId)! } : {}),
    }
  })
}
