import type { Call } from '@reveille/core/calls/call'
import type { CallStatus } from '@reveille/core/calls/call-lifecycle'
import type { Services } from '../services.ts'

type CallToNote = Pick<Call, 'id' | 'userId' | 'occurrenceId' | 'kind' | 'dueAt' | 'markedAt'>
type End = { status: CallStatus; failure: string | null; carrierCallId: string | null }

/** Counts and logs the end of a call, once. `lateMs` is how late it was dialed. */
export function noteCallEnded({ metrics, log }: Services, call: CallToNote, end: End): void {
  const { id: callId, userId, occurrenceId, kind, dueAt, markedAt } = call
  const lateMs = markedAt === null ? null : Math.max(0, markedAt - dueAt)
  metrics.callEnded(kind, end.status)
  log.info({ callId, userId, occurrenceId, kind, ...end, lateMs }, 'a call ended')
}
