import type { Call } from '@reveille/core/calls/call'
import { keyEffect, type KeyEffect } from '@reveille/core/calls/call-keys'
import type { CallEventKind } from '@reveille/core/calls/call-timeline'
import type { Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { isNamedCallAhead, namedCall } from '../schedules/next-call.ts'
import { confirmOccurrence } from '../schedules/planner/confirm-occurrence.ts'
import { settleAgain } from '../schedules/planner/settle-occurrence.ts'
import { skipNamedCall } from '../schedules/skip-call.ts'
import { stopCalls } from '../schedules/stop-calls.ts'
import { saveLocked } from './call-life.sql.ts'
import { callOfCallback, isOurs } from './callback-call.ts'
import { callsOf } from './calls.sql.ts'
import { changeCall } from './change-call.ts'

/**
 * Does what a key means (CALL-7), in one transaction; null for a call that cannot be answered (unknown, another's, or
 * over). A repeated key changes nothing more.
 */
export async function answerCall(
  services: Services,
  token: string,
  carrierCallId: string | null,
  pressed: { key: string; afterZero: boolean },
): Promise<{ effect: KeyEffect; call: Call } | null> {
  const found = await callOfCallback(services, token, carrierCallId)
  if (found === null) return null
  const done = await changeCall(services, found, async (tx, { call }) => {
    if (!isOurs(call, carrierCallId) || !mayHaveAnswered(call)) return null
    const effect = await effectOf(tx, call, pressed)
    const changed = await act(services, tx, call, { effect, key: pressed.key })
    // The callback of the end overtook the key (CALL-10): what was decided without the key is decided again.
    if (changed && call.stage === 'ended') await settleAgain(services, tx, call)
    return { effect, call }
  })
  services.live.publish(found.userId, 'schedules')
  if (done?.effect === 'stop-all') services.live.publish(found.userId, 'account')
  return done
}

/** Whether this call may be speaking now. A key may overtake the callback of the pick-up. */
export function mayAnswer(call: Call): boolean {
  return call.stage === 'dialling' || call.stage === 'in_doubt' || call.stage === 'placed'
}

/** Whether a key can have been pressed in this call, if it is over by now. */
function mayHaveAnswered(call: Call): boolean {
  return mayAnswer(call) || (call.stage === 'ended' && call.carrierCallId !== null)
}

async function effectOf(
  tx: Tx,
  call: Call,
  { key, afterZero }: { key: string; afterZero: boolean },
): Promise<KeyEffect> {
  const earlier = (await callsOf(tx, call.occurrenceId)).filter(({ id }) => id !== call.id)
  const named = await namedCall(tx, call)
  return keyEffect(key, {
    isSample: call.kind === 'sample',
    snoozesSoFar: earlier.filter(({ snoozed }) => snoozed).length,
    next: named === null ? 'none' : (await isNamedCallAhead(tx, call, named)) ? 'there' : 'gone',
    afterZero,
  })
}

/** Returns whether anything changed: a duplicate key changes nothing (CALL-7). */
async function act(
  services: Services,
  tx: Tx,
  call: Call,
  { effect, key }: { effect: KeyEffect; key: string },
): Promise<boolean> {
  switch (effect) {
    case 'confirm':
      return confirm(services, tx, call, key === '9' ? { kind: 'key-9', detail: 'gone' } : { kind: 'key-1' })
    case 'skip-next':
      await skipNamed(services, tx, call)
      return confirm(services, tx, call, { kind: 'key-9' })
    case 'snooze':
      return snooze(services, tx, call)
    case 'stop-all':
      if (call.confirmedAt === null) await stopCalls(services, tx, call.userId, call.phone)
      return confirm(services, tx, call, { kind: 'key-0' })
    case 'warn-stop':
    case 'repeat-choices':
      return false
  }
}

async function snooze(services: Services, tx: Tx, call: Call): Promise<boolean> {
  if (call.snoozed) return false
  await saveKey(services, tx, call, { life: { snoozed: true }, kind: 'key-2' })
  return true
}

/** A key proves that the person is up: nothing follows. */
async function confirm(
  services: Services,
  tx: Tx,
  call: Call,
  { kind, detail }: { kind: CallEventKind; detail?: string },
): Promise<boolean> {
  if (call.confirmedAt !== null) return false
  await saveKey(services, tx, call, { life: { confirmedAt: services.clock.now() }, kind, detail })
  await confirmOccurrence(services, tx, call)
  return true
}

/** A key proves a person, whatever was assumed about a finished call. */
async function saveKey(
  { clock }: Services,
  tx: Tx,
  call: Call,
  { life, kind, detail }: { life: Partial<Call>; kind: CallEventKind; detail?: string | undefined },
): Promise<void> {
  const status = call.stage === 'ended' ? 'completed' : call.status
  const entry = { at: clock.now(), kind, detail: detail ?? null }
  const { carrierCallId, askAt } = call
  await saveLocked(tx, { callId: call.id, life: { ...call, ...life, status }, carrierCallId, askAt, entry })
}

/** A key only sets a skip, never removes one (SCHED-9). */
async function skipNamed(services: Services, tx: Tx, call: Call): Promise<void> {
  if (call.confirmedAt !== null) return
  const named = await namedCall(tx, call)
  if (named === null || !(await isNamedCallAhead(tx, call, named))) return
  const which = { userId: call.userId, id: named.scheduleId }
  await skipNamedCall(services, tx, which, { at: named.at, after: call.dueAt })
}
