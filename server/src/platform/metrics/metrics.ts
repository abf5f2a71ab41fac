import type { CallKind, CallStatus } from '@reveille/core/calls/call-lifecycle'
import type { VoiceId } from '@reveille/core/speech/voices'
import type { Instant } from '@reveille/core/time/time-zone'

export type Alarm = 'spending' | 'text-conversion' | 'codes'

/** What the carrier is asked for; `question` is all that concerns a call already made, its end included. */
export type CarrierRequest = 'call' | 'text' | 'question' | 'recording'

/** What is counted and measured while we work, for whoever watches over us. Never anything of a person. */
export type Metrics = {
  /** The carrier was asked for a call. So long it waited for its turn at the carrier, and so long we were behind that. */
  callRequested(
    outcome: 'accepted' | 'rejected' | 'not-placed' | 'misconfigured' | 'in-doubt',
    ms: { waited: number; delayed: number },
  ): void
  /** The carrier refused a request or gave no clear answer. Both values are of a short list, else `other`, or `none`. */
  carrierFailed(request: CarrierRequest, answer: { status: string; code: string }): void
  callEnded(kind: CallKind, status: CallStatus): void
  /** The carrier knew more than its callbacks had told us. */
  callbackLost(): void
  /** An engine could not speak a clip: the next one does (CALL-8). `failed`: no answer, or none that is sound. */
  speechFailed(
    engine: string,
    voiceId: VoiceId,
    reason: 'auth' | 'quota' | 'invalid' | 'too-long' | 'busy' | 'failed',
  ): void
  /** Something wants somebody to look at once; the log says what. */
  alarm(name: Alarm): void
  requestAnswered(request: { route: string; method: string; status: number; ms: number }): void
  jobEnded(name: string, result: 'completed' | 'failed'): void
  /** All of it, and how things stand in the database now, in the text format of Prometheus. */
  text(): Promise<string>
}

/** How things stand, for whoever watches: each number comes from a small index or table, however long the history is. */
export type Standing = {
  /** Calls that are not over, by stage; of those in doubt only those that may still ring at their time. */
  calls: Record<'planned' | 'leased' | 'dialling' | 'placed' | 'in_doubt', number>
  /** How long the oldest call that was not dialled yet is over its turn at the carrier. */
  overdueMs: number
  /** How far ahead the carrier's allowed rate is taken. */
  capacityTakenMs: number
  /** How far ahead everything is planned; null when nothing is to come. */
  plannedAheadMs: number | null
  liveWorkers: number
  jobs: { queue: string; state: string; count: number }[]
  /** When the zone data that plans the calls was first used; null when that is not known. */
  zoneDataSince: Instant | null
  /** The database's clock less ours. */
  clockSkewMs: number
}
