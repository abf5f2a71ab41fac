import type { Call } from '@reveille/core/calls/call'
import type { CallStatus } from '@reveille/core/calls/call-lifecycle'
import { finishedCall, isForSecond, nextStep } from '@reveille/core/calls/next-step'
import { carrierOfNext } from '@reveille/core/calls/second-carrier'
import { type Callee, mayBeCalled, ringsSecond } from '@reveille/core/people/callable'
import type { Occurrence } from '@reveille/core/schedules/schedule'
import { lockCallee } from '../../people/with-person.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { readSchedule } from '../schedules.sql.ts'
import { closeOccurrence, type FailedCall, type Rings } from './close-occurrence.ts'
import { type CallOfOccurrence, readOccurrence, readWithCalls, reopenOccurrence } from './occurrences.sql.ts'
import { planCalls } from './plan-calls.ts'
import { deleteUndialled } from './planned-calls.sql.ts'

/** After a call's end: plans the follow-up of its occurrence's last call, or closes the occurrence. */
export async function settleOccurrence(
  services: Services,
  tx: Tx,
  { occurrenceId, callee }: { occurrenceId: number; callee: Callee },
): Promise<void> {
  const { occurrence, calls } = await readWithCalls(tx, occurrenceId)
  if (calls.some(({ stage }) => stage !== 'ended')) return
  const finished = calls.map(finishedCall)
  const hasSecond = ringsSecond(callee, true)
  const step = nextStep(finished, { ...occurrence, agreedToLadder: callee.agreedToLadder, hasSecond })
  const isProven = finished.some(({ confirmed }) => confirmed)
  if (step.step === 'close') {
    // A confirmed person is up, so a later failed call isn't worth a notification.
    const failed = isProven ? null : failedCall(calls.at(-1)!)
    const { outcome } = step
    return closeOccurrence(services, tx, occurrence, { outcome, by: 'call', failed, rings: ringsOf(calls) })
  }
  // Stopped, deleted or no longer callable: nothing follows. A paused schedule's follow-up stays planned, and rings if
  // the person resumes in time.
  const { id, userId, outcome, stoppedAt, scheduleId, isSample, proof } = occurrence
  const isOver = outcome !== null || stoppedAt !== null || (scheduleId === null && !isSample)
  if (isOver || !mayBeCalled(callee)) {
    return closeOccurrence(services, tx, occurrence, { outcome: isProven ? 'answered' : 'cancelled', by: 'person' })
  }
  const { kind, dueAt } = step
  const { attempt, standing } = calls.at(-1)! // follow-ups keep the first call's priority
  const carrier = services.config.secondCarrier === null ? 1 : carrierOfNext(calls.at(-1))
  const call = { occurrenceId: id, userId, attempt: attempt + 1, kind, dueAt, standing, carrier, voice: callee.voice }
  await planCalls(services, tx, [{ ...call, proof, isForSecond: isForSecond(finished, step) }])
}

/**
 * A key or a machine verdict arrived after the call ended: cancels what was planned without it, and decides again on
 * the follow-up. An occurrence that the person settled or canceled stays, unless they turn out to be up.
 */
export async function settleAgain(
  services: Services,
  tx: Tx,
  { occurrenceId, userId }: { occurrenceId: number; userId: number },
  learnt: { isProvenLate: boolean } = { isProvenLate: false },
): Promise<void> {
  await deleteUndialled(tx, [occurrenceId])
  await reopenOccurrence(tx, occurrenceId, learnt)
  const callee = await lockCallee(tx, userId)
  if (callee !== null) await settleOccurrence(services, tx, { occurrenceId, callee })
}

/** Cancels the occurrence, whatever its calls had come to. */
export async function cancelOccurrence(services: Services, tx: Tx, occurrence: Occurrence): Promise<void> {
  await deleteUndialled(tx, [occurrence.id])
  await reopenOccurrence(tx, occurrence.id)
  await closeOccurrence(services, tx, occurrence, { outcome: 'cancelled', by: 'person' })
}

/** Whether an undialed call should still be dialed, given its occurrence, person and schedule. */
export async function isStillWanted(tx: Tx, occurrenceId: number, callee: Callee): Promise<boolean> {
  const { outcome, stoppedAt, isSample, scheduleId } = await readOccurrence(tx, occurrenceId)
  if (outcome !== null || stoppedAt !== null || !mayBeCalled(callee)) return false
  return scheduleId === null ? isSample : (await readSchedule(tx, scheduleId)).isActive
}

function failedCall({ status, dueAt, failure }: CallOfOccurrence): FailedCall | null {
  return status === 'failed' ? { dueAt, reason: failure ?? 'carrier-failed' } : null
}

/** What a notification says about the calls that were made. */
function ringsOf(calls: readonly CallOfOccurrence[]): Rings {
  const made = calls.filter(({ status, failure }) => status !== 'failed' || failure === 'broke-off')
  return {
    calls: made.length,
    lastAt: (made.at(-1) ?? calls.at(-1)!).dueAt,
    isSilent: calls.some(({ status }) => status === 'unconfirmed'),
    isProven: calls.some(({ confirmedAt }) => confirmedAt !== null),
  }
}

type CallToNote = Pick<Call, 'id' | 'userId' | 'occurrenceId' | 'kind' | 'dueAt' | 'markedAt'>
type End = { status: CallStatus; failure: string | null; carrierCallId: string | null }

/** Counts and logs the end of a call, once. `lateMs` is how late it was dialed. */
export function noteCallEnded({ metrics, log }: Services, call: CallToNote, end: End): void {
  const { id: callId, userId, occurrenceId, kind, dueAt, markedAt } = call
  const lateMs = markedAt === null ? null : Math.max(0, markedAt - dueAt)
  metrics.callEnded(kind, end.status)
  log.info({ callId, userId, occurrenceId, kind, ...end, lateMs }, 'call ended')
}
