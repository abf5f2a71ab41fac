import type { Call, CarrierId } from '@reveille/core/calls/call'
import { refusalDetail } from '@reveille/core/calls/call-timeline'
import { LINE_REST_MS } from '@reveille/core/calls/next-step'
import type { Instant } from '@reveille/core/time/time-zone'
import * as z from 'zod/mini'
import { carrierOf, type CarrierRefusal, type WithCarrier } from '../carrier/carrier.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { type Job, RETRIED_FOR_TWO_WEEKS } from '../platform/jobs/jobs.ts'
import type { Services } from '../platform/services.ts'
import { endOccurrenceOf } from '../schedules/planner/close-occurrence.ts'
import { isStillWanted, noteCallEnded, settleOccurrence } from '../schedules/planner/settle-occurrence.ts'
import { type LifeChange, saveLocked } from './call-life.sql.ts'
import { findCall } from './calls.sql.ts'
import { changeCall, type LockedCall } from './change-call.ts'
import { insertCarrierRecordings } from './recordings/recordings.sql.ts'
import { appendCallEvents } from './timeline.sql.ts'

/** What a call must still have for us to end it: a worker that froze must not end what another one is dialing. */
export type Holder =
  | { stage: 'leased'; owner: string }
  | { stage: 'dialling'; owner: string; markedAt: Instant }
  | { stage: 'in_doubt'; markedAt: Instant }
  | { stage: 'placed'; onlyIfQueued?: true }

/** Why a call failed, and the carrier's last answer. */
type Failure = { reason: string; refusal?: CarrierRefusal | undefined }

/** Fails a call that `holder` still has. If the carrier accepted the call, a job settles it there too. */
export async function failCall(
  services: Services,
  callId: number,
  failure: string | Failure,
  holder: Holder,
): Promise<void> {
  await endIfHeld(services, callId, holder, async (tx, locked) => {
    const { call, callee } = locked
    // Paused meanwhile: nobody expects the call, so nothing has failed.
    if (holder.stage === 'leased' && !(await isStillWanted(tx, call.occurrenceId, callee)))
      return endOccurrenceOf(services, tx, call.occurrenceId)
    const { reason, refusal } = typeof failure === 'string' ? { reason: failure } : failure
    const now = services.clock.now()
    const { carrier, carrierCallId } = call
    await saveEnd(services, tx, locked, {
      life: { ...call, stage: 'ended', status: 'failed', endedAt: now },
      carrierCallId,
      failure: reason,
      entry: { at: now, kind: 'failed', detail: refusalDetail(refusal, reason) },
    })
    if (carrierCallId !== null) await services.jobs.enqueue(tx, settleCarrierCallJob, { carrierCallId, carrier })
  })
}

/** For a leased call that is paused or may no longer be called. `wanted`: just resumed, so it stays leased. */
export async function cancelCall(
  services: Services,
  callId: number,
  holder: Holder & { stage: 'leased' },
): Promise<'wanted' | 'cancelled'> {
  let outcome: 'wanted' | 'cancelled' = 'cancelled'
  await endIfHeld(services, callId, holder, async (tx, { call, callee }) => {
    if (await isStillWanted(tx, call.occurrenceId, callee)) outcome = 'wanted'
    else await endOccurrenceOf(services, tx, call.occurrenceId)
  })
  return outcome
}

async function endIfHeld(
  services: Services,
  callId: number,
  holder: Holder,
  end: (tx: Tx, locked: LockedCall) => Promise<void>,
): Promise<void> {
  const found = await findCall(services.db, callId)
  if (found === null) return
  await changeCall(services, found, async (tx, locked) => {
    if (isHeldBy(locked.call, holder)) await end(tx, locked)
  })
}

function isHeldBy(call: Call, holder: Holder): boolean {
  if (call.stage !== holder.stage) return false
  if (holder.stage === 'placed') return holder.onlyIfQueued !== true || (call.ringingAt ?? call.answeredAt) === null
  if ('owner' in holder && call.leaseOwner !== holder.owner) return false
  return holder.stage === 'leased' || call.markedAt === holder.markedAt
}

/** Writes the end of a call and decides on the follow-up in the same transaction. */
export async function saveEnd(
  services: Services,
  tx: Tx,
  { call, callee }: LockedCall,
  end: Omit<LifeChange, 'callId' | 'askAt'>,
): Promise<void> {
  const endedAt = end.life.endedAt ?? services.clock.now()
  const lineFree = { userId: call.userId, at: endedAt + LINE_REST_MS }
  await saveLocked(tx, { ...end, callId: call.id, askAt: null, lineFree })
  if (end.life.status === 'unconfirmed' && end.life.keyedAt === null)
    await appendCallEvents(tx, [{ callId: call.id, at: endedAt, kind: 'unpressed' }])
  noteCallEnded(services, call, {
    status: end.life.status,
    failure: end.failure ?? null,
    carrierCallId: end.carrierCallId,
  })
  await settleOccurrence(services, tx, { occurrenceId: call.occurrenceId, callee })
}

/** `carrier`: the one that it left by; default: the first. */
export type CarrierCallToSettle = { carrierCallId: string; carrier?: CarrierId | undefined }

export const settleCarrierCallJob: Job<CarrierCallToSettle> = {
  name: 'settle-carrier-call',
  payload: z.object({ carrierCallId: z.string(), carrier: z.optional(z.literal([1, 2])) }),
  retry: RETRIED_FOR_TWO_WEEKS,
}

/** Ends a call that nobody should hear (account deleted, or confirmed on the dashboard); deletes its recordings. */
export async function settleCarrierCall(
  services: Services & WithCarrier,
  { carrierCallId, carrier: id = 1 }: CarrierCallToSettle,
): Promise<void> {
  const carrier = carrierOf(services, id)
  await carrier.endCall(carrierCallId)
  const recordings = (await carrier.recordingsOf(carrierCallId)).map((recordingId) => ({ recordingId, fileKey: null }))
  await insertCarrierRecordings(services.db, { callId: null, carrier: id, recordings, now: services.clock.now() })
}
