import { randomBytes } from 'node:crypto'
import type { VoiceId } from '@reveille/core/speech/voices'
import type { Instant } from '@reveille/core/time/time-zone'
import type { PlannedOccurrence } from './occurrences.sql.ts'

export type Planning = {
  /** The owner of each schedule that is planned. */
  userOf: ReadonlyMap<number, number>
  /** The voice of each owner who may be called. */
  voices: ReadonlyMap<number, VoiceId>
  now: Instant
}

/** The first call of each occurrence, to be kept as planned or as failed. */
export function firstCalls(occurrences: readonly PlannedOccurrence[], { userOf, voices }: Planning) {
  return occurrences.map(({ id, scheduleId, dueAt }) => {
    const userId = userOf.get(scheduleId ?? 0)!
    return {
      occurrenceId: id,
      userId,
      attempt: 1,
      kind: 'first' as const,
      dueAt,
      token: newCallToken(),
      voice: voices.get(userId)!,
    }
  })
}

/** The secret in a call's callback addresses: 144 bits. */
export function newCallToken(): string {
  return randomBytes(18).toString('base64url')
}
