import { refusalDetail } from '@reveille/core/calls/call-timeline'
import { nextStep, type Outcome } from '@reveille/core/calls/next-step'
import { mayBeCalled, type Person } from '@reveille/core/people/callable'
import type { Instant } from '@reveille/core/time/time-zone'
import type { CarrierRefusal } from '../carrier/carrier.ts'
import { giveNotice } from '../notices/give-notice.ts'
import { lockPerson } from '../people/lock-person.sql.ts'
import type { CallRow, OccurrenceRow } from '../platform/database/tables.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { endOccurrence } from '../schedules/planner/end-occurrence.ts'
import { newCallToken } from '../schedules/planner/first-calls.ts'
import {
  closeOccurrence,
  findOccurrence,
  reopenOccurrence,
  endOneTimeSchedule,
  toldOf,
} from '../schedules/planner/occurrences.sql.ts'
import { deleteUndialled, insertCalls } from '../schedules/planner/planned-calls.sql.ts'
import { readSchedule } from '../schedules/schedules.sql.ts'
import { saveEndedCall, type EndedCall } from './call-life.sql.ts'
import { callsOf, findCall, lockCall, toLiveCall, readMorning, type Morning } from './calls.sql.ts'

/** A second call to the same person follows this long after the first one's end (CALL-14). */
const LINE_REST_MS = 15_000

/** Who may end a call that was not heard: old knowledge, of a worker that froze, must not end what another dials. */
export type Holder =
  | { stage: 'leased' | 'dialling'; owner: string }
  | { stage: 'in_doubt'; markedAt: Instant }
  | { stage: 'placed'; unbegun?: true }

/** Why a call failed, and what the carrier last answered about it. */
type Failure = { reason: string; refusal?: CarrierRefusal | undefined }

/**
 * Ends a call that could not be placed, with the reason that its history shows (CALL-5), if `holder` still has it. One
 * that the carrier has taken is ended there too: nobody waits for it any more.
 */
export async function failCall(
  services: Services,
  callId: number,
  failure: string | Failure,
  holder: Holder,
): Promise<void> {
  await endUnheard(services, callId, holder, async (tx, locked) => {
    // Paused since: nobody counts on it, and nothing has failed.
    if (holder.stage === 'leased' && !(await isWanted(tx, locked)))
      return endOccurrenceOf(tx, locked.row, services.clock.now())
    await failLocked(services, tx, locked, typeof failure === 'string' ? { reason: failure } : failure)
  })
}

/** The same for a call that is locked already. */
export async function failLocked(
  services: Services,
  tx: Tx,
  locked: Locked,
  { reason, refusal }: Failure,
): Promise<void> {
  const now = services.clock.now()
  const { carrier_call_id: carrierCallId } = locked.row
  await saveEnd(services, tx, locked, {
    call: { ...toLiveCall(locked.row), stage: 'ended', status: 'failed', endedAt: now },
    carrierCallId,
    failure: reason,
    line: { at: now, kind: 'failed', detail: refusalDetail(refusal, reason) },
  })
  if (carrierCallId !== null) await services.jobs.enqueue(tx, 'settle-carrier-call', { carrierCallId })
}

/**
 * Takes back a leased call that is paused, or whose person may not be called any more; nothing was dialled. `wanted`: it
 * was resumed this very moment, and is still leased.
 */
export async function cancelCall(
  services: Services,
  callId: number,
  holder: Holder & { stage: 'leased' },
): Promise<'wanted' | 'cancelled'> {
  let outcome: 'wanted' | 'cancelled' = 'cancelled'
  await endUnheard(services, callId, holder, async (tx, locked) => {
    if (await isWanted(tx, locked)) outcome = 'wanted'
    else await endOccurrenceOf(tx, locked.row, services.clock.now())
  })
  return outcome
}

async function endOccurrenceOf(tx: Tx, call: CallRow, now: Instant): Promise<void> {
  await endOccurrence(tx, await findOccurrence(tx, call.occurrence_id), now)
}

/** Whether a call that was not dialled is to be, by its person and its schedule. */
async function isWanted(tx: Tx, { row, person }: Locked): Promise<boolean> {
  const { outcome, stopped_at, is_sample, schedule_id } = await findOccurrence(tx, row.occurrence_id)
  if (outcome !== null || stopped_at !== null || !mayBeCalled(person)) return false
  return schedule_id === null ? is_sample : (await readSchedule(tx, schedule_id)).is_active
}

async function endUnheard(
  services: Services,
  callId: number,
  holder: Holder,
  end: (tx: Tx, locked: Locked) => Promise<void>,
): Promise<void> {
  const found = await findCall(services.db, callId)
  if (found === null) return
  await inTransaction(services.db, async (tx) => {
    const person = await lockPerson(tx, found.user_id)
    const row = await lockCall(tx, callId)
    if (person !== null && row !== null && isHeldBy(row, holder)) await end(tx, { row, person })
  })
  services.live.publish(found.user_id, 'calls')
}

function isHeldBy(call: CallRow, holder: Holder): boolean {
  if (call.stage !== holder.stage) return false
  if (holder.stage === 'in_doubt') return call.marked_at?.getTime() === holder.markedAt
  if (holder.stage === 'placed') return holder.unbegun !== true || (call.ringing_at ?? call.answered_at) === null
  return call.lease_owner === holder.owner
}

/** A call and its person, both locked. */
export type Locked = { row: CallRow; person: Person }

/** Writes the end of a call and, in the same transaction, decides what follows (CALL-4). */
export async function saveEnd(
  services: Services,
  tx: Tx,
  { row, person }: Locked,
  ended: Omit<EndedCall, 'lineFreeAt'>,
): Promise<void> {
  const endedAt = ended.call.endedAt ?? services.clock.now()
  await saveEndedCall(tx, row, { ...ended, lineFreeAt: endedAt + LINE_REST_MS })
  services.metrics.callEnded(row.kind, ended.call.status)
  await decideNextStep(services, tx, { row, person })
}

/** What follows the last ended call of an occurrence: another call, or its outcome. */
async function decideNextStep(services: Services, tx: Tx, { row, person }: Locked): Promise<void> {
  const { occurrence, calls } = await readMorning(tx, row.occurrence_id)
  if (calls.some(({ stage }) => stage !== 'ended')) return
  const ended = calls.map(toEndedCall)
  const step = nextStep(ended.at(-1)!, ended.slice(0, -1), occurrence.call_retry)
  if (step.step === 'close') {
    // Who confirmed is up: a call that failed afterwards is no news.
    const failed = ended.some(({ confirmed }) => confirmed) ? null : failedCall(calls.at(-1)!)
    return close(services, tx, occurrence, { outcome: step.outcome, failed })
  }
  // Stopped, deleted or no longer to be called since: nothing follows. Of a paused schedule it does, and waits: it rings
  // if its person resumes it in time.
  const { outcome, stopped_at, schedule_id, is_sample } = occurrence
  const isOver = outcome !== null || stopped_at !== null || (schedule_id === null && !is_sample)
  if (isOver || !mayBeCalled(person)) {
    const answered = ended.some(({ status }) => status === 'completed')
    return close(services, tx, occurrence, { outcome: answered ? 'answered' : 'cancelled', failed: null })
  }
  const follow = {
    occurrenceId: occurrence.id,
    userId: row.user_id,
    attempt: row.attempt + 1,
    kind: step.kind,
    dueAt: step.dueAt,
  }
  await insertCalls(tx, [{ ...follow, token: newCallToken(), voice: row.voice }], services.clock.now())
}

/**
 * Something was learnt about a call after its end, a key or a machine's verdict: what was planned without knowing it is
 * taken back, and what follows is decided anew. An occurrence that the person settled, or took back, stays as it is.
 */
export async function decideAgain(services: Services, tx: Tx, row: CallRow): Promise<void> {
  await deleteUndialled(tx, [row.occurrence_id])
  await reopenOccurrence(tx, row.occurrence_id)
  const person = await lockPerson(tx, row.user_id)
  const last = (await callsOf(tx, row.occurrence_id)).at(-1)
  if (person !== null && last !== undefined) await decideNextStep(services, tx, { row: last, person })
}

type FailedCall = { dueAt: Instant; reason: string }

function failedCall({ status, due_at, failure }: Morning['calls'][number]): FailedCall | null {
  return status === 'failed' ? { dueAt: due_at.getTime(), reason: failure ?? 'carrier-failed' } : null
}

/** `failed`: the last call, when it is that; its person counted on it even where one before was answered. */
async function close(
  services: Services,
  tx: Tx,
  occurrence: OccurrenceRow,
  { outcome, failed }: { outcome: Outcome; failed: FailedCall | null },
): Promise<void> {
  const now = services.clock.now()
  if (!(await closeOccurrence(tx, occurrence.id, outcome, now))) return
  if (occurrence.schedule_id !== null) {
    await endOneTimeSchedule(tx, occurrence.schedule_id, { dueAt: occurrence.due_at.getTime(), at: now })
  }
  if (occurrence.is_sample || (outcome !== 'missed' && failed === null)) return
  const about = await toldOf(tx, occurrence.id)
  const dueAt = occurrence.due_at.getTime()
  if (outcome === 'missed') await giveNotice(services, tx, occurrence.user_id, { kind: 'call-missed', dueAt, ...about })
  if (failed === null) return
  const told = outcome === 'failed' ? { ...failed, dueAt } : failed
  await giveNotice(services, tx, occurrence.user_id, { kind: 'call-failed', ...told, ...about })
}

function toEndedCall(row: Morning['calls'][number]) {
  return {
    kind: row.kind,
    status: row.status,
    endedAt: (row.ended_at ?? row.due_at).getTime(),
    confirmed: row.confirmed_at !== null,
    snoozed: row.snoozed,
  }
}
