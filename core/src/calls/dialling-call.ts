import type { Instant } from '../time/time-zone.ts'

export type DiallingCall = {
  id: number
  userId: number
  token: string
  phone: string
  /** Our number that it leaves from. */
  callerNumber: string
  /** The person agreed, and the message says so (CALL-13). */
  record: boolean
  dueAt: Instant
  slotAt: Instant
  /** How much earlier its slot could have been. */
  lateMs: number
  /** When it was marked: a later mark of the same call is a different one. */
  markedAt: Instant
}
