import type { VoiceId } from '../speech/voices.ts'

/** What decides whether a person may be called. */
export type Person = {
  userId: number
  phone: string | null
  phoneVerified: boolean
  /** Null as long as there are no preferences. */
  voice: VoiceId | null
  optedOutOfCalls: boolean
}

/** Whether a call may be planned for this person at all (CALL-1, CALL-7). */
export function mayBeCalled(person: Person): person is Person & { phone: string; voice: VoiceId } {
  return person.phoneVerified && person.phone !== null && person.voice !== null && !person.optedOutOfCalls
}
