import type { VoiceId } from '../speech/voices.ts'
import type { Instant } from '../time/time-zone.ts'
import type { CallLife } from './call-lifecycle.ts'
import type { CallScript } from './call-script.ts'
import type { Task } from './proof.ts'

/** One attempt to reach the person of an occurrence: as planned, and its outcome. */
export type Call = CallLife & {
  id: number
  occurrenceId: number
  userId: number
  /** 1 for the first call of its occurrence. */
  attempt: number
  dueAt: Instant
  voice: VoiceId
  /** The secret in its callback addresses. */
  token: string
  /** The dialled number; null before dialling. */
  phone: string | null
  /** Which of our numbers it was dialled from; null before. */
  callerNumber: string | null
  /** Planned for its person's second number, and whether that was dialled. */
  isForSecond: boolean
  rangSecond: boolean
  carrierCallId: string | null
  /** The worker that holds its lease. */
  leaseOwner: string | null
  /** When it was marked as dialling. */
  markedAt: Instant | null
  /** Why it failed, as shown in its history. */
  failure: string | null
  /** When to ask the carrier about it; null when there is no need. */
  askAt: Instant | null
  /** What it says, as far as it is prepared. */
  script: CallScript | null
  /** When its speech is to be prepared, or until when a worker holds it for that; null when done. */
  prepareAt: Instant | null
  /** The call that its message offers to skip with key 9; both set or both null. */
  namedScheduleId: number | null
  namedCallAt: Instant | null
  /** What its person types to prove that they are up, one a round; none where a key is proof enough. */
  tasks: Task[]
  recorded: boolean
  recordingKey: string | null
}

export type DiallingCall = {
  id: number
  userId: number
  token: string
  phone: string
  /** Our number that it leaves from. */
  callerNumber: string
  /** The person agreed, and the message says so. */
  record: boolean
  dueAt: Instant
  slotAt: Instant
  /** How much earlier its slot could have been. */
  lateMs: number
  /** When it was marked: a later mark of the same call is a different one. */
  markedAt: Instant
}
