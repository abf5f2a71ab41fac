import { keyEffect, type KeyEffect } from '@reveille/core/calls/call-keys'
import type { CallEventKind } from '@reveille/core/calls/call-timeline'
import { CUT_OFF_MS } from '@reveille/core/calls/misfire-policy'
import type { Instant } from '@reveille/core/time/time-zone'
import { lockPerson } from '../people/lock-person.sql.ts'
import type { CallRow } from '../platform/database/tables.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { namedCall, scheduleOfNamed } from '../schedules/next-call.ts'
import {
  closeOccurrence,
  confirmOccurrence,
  otherOpenOccurrences,
  endOneTimeSchedule,
} from '../schedules/planner/occurrences.sql.ts'
import { deleteUndialled } from '../schedules/planner/planned-calls.sql.ts'
import { skip } from '../schedules/skip-call.ts'
import { stopAllCalls } from '../schedules/stop-calls.ts'
import { saveKey } from './call-life.sql.ts'
import { callsOf, findCallByToken, lockCall } from './calls.sql.ts'
import { decideAgain } from './end-call.ts'
import { isOurs } from './handle-carrier-event.ts'
import { appendCallEvents } from './timeline.sql.ts'

/**
 * Does what a pressed key means (CALL-7), in one transaction; null when this call is not one that can be answered
 * (unknown, another's, or over). The same key twice changes nothing more.
 */
export async function answerCall(
  services: Services,
  token: string,
  carrierCallId: string | null,
  pressed: { key: string; afterZero: boolean },
): Promise<{ effect: KeyEffect; call: CallRow } | null> {
  const found = await findCallByToken(services.db, token)
  if (found === null) return null
  const done = await inTransaction(services.db, async (tx) => {
    await lockPerson(tx, found.user_id)
    const call = await lockCall(tx, found.id)
    if (call === null || !isOurs(call, carrierCallId) || !mayHaveAnswered(call)) return null
    const effect = await effectOf(tx, call, pressed)
    const changed = await act(services, tx, call, { effect, key: pressed.key })
    // The news of the end overtook the key (CALL-10): what was decided without it is decided again.
    if (changed && call.stage === 'ended') await decideAgain(services, tx, call)
    return { effect, call }
  })
  services.live.publish(found.user_id, 'calls')
  services.live.publish(found.user_id, 'schedules')
  if (done?.effect === 'stop-all') services.live.publish(found.user_id, 'account')
  return done
}

/** Whether this call may be speaking just now. A key may overtake the callback that says the call was answered. */
export function mayAnswer(call: CallRow): boolean {
  return call.stage === 'dialling' || call.stage === 'in_doubt' || call.stage === 'placed'
}

/** Whether a key can have been pressed in this call, if it is over by now. */
function mayHaveAnswered(call: CallRow): boolean {
  return mayAnswer(call) || (call.stage === 'ended' && call.carrier_call_id !== null)
}

async function effectOf(
  tx: Tx,
  call: CallRow,
  { key, afterZero }: { key: string; afterZero: boolean },
): Promise<KeyEffect> {
  const earlier = (await callsOf(tx, call.occurrence_id)).filter(({ id }) => id !== call.id)
  const named = await namedCall(tx, call)
  const isThere = named !== null && (await scheduleOfNamed(tx, call, named)) !== null
  return keyEffect(key, {
    isSample: call.kind === 'sample',
    snoozesSoFar: earlier.filter(({ snoozed }) => snoozed).length,
    next: named === null ? 'none' : isThere ? 'there' : 'gone',
    afterZero,
  })
}

/** Returns whether anything changed: a doubled key changes nothing (CALL-7). */
async function act(
  services: Services,
  tx: Tx,
  call: CallRow,
  { effect, key }: { effect: KeyEffect; key: string },
): Promise<boolean> {
  const now = services.clock.now()
  switch (effect) {
    case 'confirm':
      return confirm(tx, call, key === '9' ? { kind: 'key-9', detail: 'gone' } : { kind: 'key-1' }, now)
    case 'skip-next':
      await skipNamed(services, tx, call)
      return confirm(tx, call, { kind: 'key-9' }, now)
    case 'snooze':
      return snooze(tx, call, now)
    case 'stop-all':
      if (call.confirmed_at === null) await stopAllCalls(services, tx, call.user_id, call.phone)
      return confirm(tx, call, { kind: 'key-0' }, now)
    case 'warn-stop':
    case 'repeat-choices':
      return false
  }
}

async function snooze(tx: Tx, call: CallRow, now: Instant): Promise<boolean> {
  if (call.snoozed) return false
  await saveKey(tx, call, { snoozed: true })
  await appendCallEvents(tx, [{ callId: call.id, at: now, kind: 'key-2' }])
  return true
}

/** A key pressed is the proof of a person who is up; nothing follows, and other calls due just now are settled too. */
async function confirm(
  tx: Tx,
  call: CallRow,
  line: { kind: CallEventKind; detail?: string },
  now: Instant,
): Promise<boolean> {
  if (call.confirmed_at !== null) return false
  await saveKey(tx, call, { confirmed_at: new Date(now) })
  await confirmOccurrence(tx, call.occurrence_id, now)
  await appendCallEvents(tx, [{ callId: call.id, at: now, ...line }])
  // A sample is for trying: it never touches a real call (CALL-12).
  if (call.kind !== 'sample') await settleOthers(tx, call, now)
  return true
}

async function settleOthers(tx: Tx, call: CallRow, now: Instant): Promise<void> {
  const others = { userId: call.user_id, exceptId: call.occurrence_id, now, windowMs: CUT_OFF_MS }
  for (const other of await otherOpenOccurrences(tx, others)) {
    if (other.is_sample) continue
    await deleteUndialled(tx, [other.id])
    await confirmOccurrence(tx, other.id, now)
    await closeOccurrence(tx, other.id, 'answered', now)
    if (other.schedule_id !== null) {
      await endOneTimeSchedule(tx, other.schedule_id, { dueAt: other.due_at.getTime(), at: now })
    }
  }
}

/** A key only ever sets a skip, never takes it back (SCHED-9). */
async function skipNamed(services: Services, tx: Tx, call: CallRow): Promise<void> {
  if (call.confirmed_at !== null) return
  const named = await namedCall(tx, call)
  const schedule = named && (await scheduleOfNamed(tx, call, named))
  const after = call.due_at.getTime()
  if (schedule) await skip(services, tx, schedule, { at: named.at, after })
}
