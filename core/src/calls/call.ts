import type { VoiceId } from '../speech/voices.ts'
import type { Instant } from '../time/time-zone.ts'
import type { CallLife } from './call-lifecycle.ts'
import type { CallScript } from './call-script.ts'
import type { Task } from './proof.ts'

/** The first carrier, or the second, which dials what the first surely didn't. */
export type CarrierId = 1 | 2

/** One attempt to reach the person of an occurrence. */
export type Call = CallLife & {
  id: number
  occurrenceId: number
  userId: number
  /** 1 for the first call of its occurrence. */
  attempt: number
  dueAt: Instant
  voice: VoiceId
  /** The secret in its callback URLs. */
  token: string
  /** The dialed number; null before dialing. */
  phone: string | null
  /** Which of our numbers it came from; null before dialing. */
  callerNumber: string | null
  /** Planned for the second number, and whether it rang that one: the first rings if the second may not be called. */
  isForSecond: boolean
  rangSecond: boolean
  /** The carrier that dials or dialed it. The other one knows nothing about it. */
  carrier: CarrierId
  carrierCallId: string | null
  /** When the carrier first asked what it says; recorded only beside a second carrier. */
  fetchedAt: Instant | null
  /** The worker that holds its lease. */
  leaseOwner: string | null
  /** When it was marked as dialing. */
  markedAt: Instant | null
  /** A key of `FAILURES`. */
  failure: string | null
  /** When to ask the carrier about it, if at all. */
  askAt: Instant | null
  /** Null until its speech is prepared. */
  script: CallScript | null
  /** When to prepare its speech, or when the lease of the worker preparing it expires; null when done. */
  prepareAt: Instant | null
  /** The call that key 9 skips; both set or both null. */
  namedScheduleId: number | null
  namedCallAt: Instant | null
  /** What the person types to prove that they're up, one task per round; empty where a key is enough. */
  tasks: Task[]
  recorded: boolean
  recordingKey: string | null
}

export type DiallingCall = {
  id: number
  userId: number
  token: string
  phone: string
  carrier: CarrierId
  /** Which of our numbers it comes from. */
  callerNumber: string
  /** The person agreed to it, and the message announces it. */
  record: boolean
  dueAt: Instant
  slotAt: Instant
  /** How long it waited for a slot in the carrier's rate. */
  lateMs: number
  /** When it was marked. Tells one mark of a call from the next. */
  markedAt: Instant
}
