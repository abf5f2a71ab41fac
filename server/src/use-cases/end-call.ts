import type { LiveCall } from '@reveille/core/call-lifecycle'
import { nextStep, type EndedCall, type Outcome } from '@reveille/core/next-step'
import { appendCallEvents } from '../db/call-events.ts'
import {
  callsOf,
  deleteUndialled,
  findCall,
  insertCalls,
  lockCall,
  saveLiveCall,
  toLiveCall,
  wakeWaitingCalls,
} from '../db/calls.ts'
import { closeOccurrence, findOccurrence, reopenOccurrence } from '../db/occurrences.ts'
import { lockPerson, mayBeCalled } from '../db/people.ts'
import { isScheduleActive, endOneTimeSchedule } from '../db/schedules.ts'
import type { CallRow, OccurrenceRow } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { Services } from '../ports/services.ts'
import { giveNotice } from './give-notice.ts'
import { newCallToken } from './new-call-token.ts'

/** A second call to the same person follows this long after the first one's end (CALL-14). */
const LINE_REST_MS = 15_000

/** Who may end a call that was not heard: old knowledge, of a worker that froze, must not end what another dials. */
export type Holder = { stage: 'leased' | 'dialling'; owner: string } | { stage: 'in_doubt' | 'placed' }

/** Ends a call that could not be placed, with the reason that its history shows (CALL-5), if `holder` still has it. */
export async function failCall(services: Services, callId: number, failure: string, holder: Holder): Promise<void> {
  await endUnheard(services, callId, holder, async (tx, call) => {
    const now = services.clock.now()
    await appendCallEvents(tx, [{ callId, at: now, kind: 'failed', detail: failure }])
    await saveEnd(services, tx, call, {
      ...toLiveCall(call),
      carrierCallId: call.carrier_call_id,
      stage: 'ended',
      status: 'failed',
      endedAt: now,
      failure,
    })
  })
}

/** Takes back a leased call whose person may not be called any more; nothing was dialled. */
export async function cancelCall(services: Services, callId: number, holder: Holder): Promise<void> {
  await endUnheard(services, callId, holder, async (tx, call) => {
    await tx.deleteFrom('calls').where('id', '=', callId).execute()
    const answered = (await callsOf(tx, call.occurrence_id)).some(({ status }) => status === 'completed')
    const occurrence = await findOccurrence(tx, call.occurrence_id)
    await close(services, tx, occurrence, { outcome: answered ? 'answered' : 'cancelled', failure: null })
  })
}

async function endUnheard(
  services: Services,
  callId: number,
  holder: Holder,
  end: (tx: Tx, call: CallRow) => Promise<void>,
): Promise<void> {
  const found = await findCall(services.db, callId)
  if (found === null) return
  await inTransaction(services.db, async (tx) => {
    await lockPerson(tx, found.user_id)
    const call = await lockCall(tx, callId)
    if (call !== null && isHeldBy(call, holder)) await end(tx, call)
  })
  services.live.publish(found.user_id, 'calls')
}

function isHeldBy(call: CallRow, holder: Holder): boolean {
  return call.stage === holder.stage && (!('owner' in holder) || call.lease_owner === holder.owner)
}

/** How a call ended, why it failed if it did, and the carrier's id, which the news of its end may be the first to tell. */
export type EndOfCall = LiveCall & { failure: string | null; carrierCallId: string | null }

/** Writes the end of a locked call and, in the same transaction, decides what follows (CALL-4). */
export async function saveEnd(services: Services, tx: Tx, row: CallRow, ended: EndOfCall): Promise<void> {
  const { failure, carrierCallId, ...call } = ended
  await saveLiveCall(tx, row.id, call, { carrierCallId, askAt: null, failure })
  services.metrics.callEnded(row.kind, call.status)
  await wakeWaitingCalls(tx, row.user_id, (ended.endedAt ?? services.clock.now()) + LINE_REST_MS)
  await decideNextStep(services, tx, row)
}

/** What follows the last ended call of an occurrence: another call, or its outcome. */
export async function decideNextStep(services: Services, tx: Tx, row: CallRow): Promise<void> {
  const occurrence = await findOccurrence(tx, row.occurrence_id)
  const calls = await callsOf(tx, occurrence.id)
  if (calls.some(({ stage }) => stage !== 'ended')) return
  const ended = calls.map(toEndedCall)
  const step = nextStep(ended.at(-1)!, ended.slice(0, -1), occurrence.call_retry)
  const failure = calls.at(-1)?.failure ?? null
  if (step.step === 'close') return close(services, tx, occurrence, { outcome: step.outcome, failure })
  // Paused, deleted or no longer to be called since: nothing follows.
  if (occurrence.outcome !== null || !(await mayFollow(tx, occurrence))) {
    const answered = ended.some(({ status }) => status === 'completed')
    return close(services, tx, occurrence, { outcome: answered ? 'answered' : 'cancelled', failure })
  }
  const follow = {
    occurrenceId: occurrence.id,
    userId: row.user_id,
    attempt: row.attempt + 1,
    kind: step.kind,
    dueAt: step.dueAt,
  }
  const callIds = await insertCalls(tx, [{ ...follow, token: newCallToken(), voice: row.voice }], services.clock.now())
  await services.jobs.enqueue(tx, 'prepare-speech', ...callIds.map((callId) => ({ callId })))
}

/**
 * Something was learnt about a call after its end, a key or a machine's verdict: what was planned without knowing it is
 * taken back, and what follows is decided anew. An occurrence that the person settled, or took back, stays as it is.
 */
export async function decideAgain(services: Services, tx: Tx, row: CallRow): Promise<void> {
  await deleteUndialled(tx, [row.occurrence_id])
  await reopenOccurrence(tx, row.occurrence_id)
  const last = (await callsOf(tx, row.occurrence_id)).at(-1)
  if (last !== undefined) await decideNextStep(services, tx, last)
}

async function mayFollow(tx: Tx, occurrence: OccurrenceRow): Promise<boolean> {
  const person = await lockPerson(tx, occurrence.user_id)
  if (person === null || !mayBeCalled(person)) return false
  return occurrence.schedule_id === null ? occurrence.is_sample : isScheduleActive(tx, occurrence.schedule_id)
}

async function close(
  services: Services,
  tx: Tx,
  occurrence: OccurrenceRow,
  { outcome, failure }: { outcome: Outcome; failure: string | null },
): Promise<void> {
  const now = services.clock.now()
  if (!(await closeOccurrence(tx, occurrence.id, outcome, now))) return
  if (occurrence.schedule_id !== null) {
    await endOneTimeSchedule(tx, occurrence.schedule_id, { dueAt: occurrence.due_at.getTime(), at: now })
  }
  if (occurrence.is_sample) return
  const dueAt = occurrence.due_at.getTime()
  const reason = failure ?? 'carrier-failed'
  if (outcome === 'missed') await giveNotice(services, tx, occurrence.user_id, { kind: 'call-missed', dueAt })
  if (outcome === 'failed') await giveNotice(services, tx, occurrence.user_id, { kind: 'call-failed', dueAt, reason })
}

function toEndedCall(row: CallRow): EndedCall {
  return {
    kind: row.kind,
    status: row.status,
    endedAt: (row.ended_at ?? row.due_at).getTime(),
    confirmed: row.confirmed_at !== null,
    snoozed: row.snoozed,
  }
}
