import type { Call, CarrierId } from '@reveille/core/calls/call'
import {
  type CallPosition,
  effectOfOne,
  type KeyContext,
  keyEffect,
  type KeyEffect,
} from '@reveille/core/calls/call-keys'
import { statusWhenHeard } from '@reveille/core/calls/call-lifecycle'
import { type CallEventKind, tooSoon } from '@reveille/core/calls/call-timeline'
import { snoozesLeft } from '@reveille/core/calls/next-step'
import type { Occurrence } from '@reveille/core/schedules/schedule'
import type { Instant } from '@reveille/core/time/time-zone'
import { lookAtSignals } from '../people/people.sql.ts'
import { noteAccountEvent } from '../platform/audit/account-events.sql.ts'
import type { Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { isNamedCallAhead, namedCall } from '../schedules/next-call.ts'
import { confirmOccurrence } from '../schedules/planner/close-occurrence.ts'
import { cancelOccurrence, settleAgain } from '../schedules/planner/settle-occurrence.ts'
import { skipNamedCall } from '../schedules/skip-call.ts'
import { stopCalls } from '../schedules/stop-calls.ts'
import { saveLocked } from './call-life.sql.ts'
import { callbackBatches } from './callbacks/callback-batches.ts'
import { callsOf, occurrenceOf, type ReadCall } from './calls.sql.ts'
import { callOfCallback, changeCall, isOurs } from './change-call.ts'
import { isNoted } from './timeline.sql.ts'

/** The keys of one prompt, the position where they were pressed, when they reached us and from which carrier (the first). */
export type Pressed = { keys: string; position: CallPosition; at: Instant; from?: CarrierId | undefined }

/** What the keys did, what happens after a skip, and the updated call. */
export type Answered = { effect: KeyEffect; onward: ReturnType<typeof effectOfOne>; call: Call }

/** Applies pressed keys in one transaction. Idempotent. Null for a call that can't be answered. */
export async function answerCall(
  services: Services,
  token: string,
  carrierCallId: string | null,
  pressed: Pressed,
): Promise<Answered | null> {
  const found = await callOfCallback(services, token, carrierCallId, pressed.from)
  if (found === null) return null
  const done =
    (await confirmAlone(services, found, pressed)) ??
    (await changeCall(services, found, async (tx, { call }) => {
      if (!isOurs(call, carrierCallId, pressed.from) || !mayHaveAnswered(call)) return null
      return answer(services, tx, call, pressed)
    }))
  services.live.publish(found.userId, 'schedules')
  if (done?.effect === 'stop-all') services.live.publish(found.userId, 'account')
  return done
}

/** Whether this call may be speaking now. A key may arrive before the callback of the answer. */
export function mayAnswer(call: Call): boolean {
  return call.stage === 'dialling' || call.stage === 'in_doubt' || call.stage === 'placed'
}

/** Whether a key may have been pressed in this call, even if it's over now. */
function mayHaveAnswered(call: Call): boolean {
  return mayAnswer(call) || (call.stage === 'ended' && call.carrierCallId !== null)
}

/**
 * Most keys are a 1 that confirms a Gentle call whose person has nothing else due. It changes nothing else, so it needs
 * no lock unless a concurrent change came first, and many are written by one statement. Null for any other key.
 */
async function confirmAlone(services: Services, read: ReadCall, { keys, position }: Pressed): Promise<Answered | null> {
  const { db, clock, config, live } = services
  const isFirstOne = keys === '1' && position.at === 'message' && read.confirmedAt === null && mayAnswer(read)
  if (!isFirstOne) return null
  const now = clock.now()
  const { id: callId, userId, version, carrierCallId, askAt } = read
  const call = keyed(read, now, { confirmedAt: now })
  const entry = { at: now, kind: 'key-1', detail: null } as const
  const change = { callId, userId, version, life: call, carrierCallId, askAt, entry, confirmedEndAt: null }
  if (!(await callbackBatches(db).save(change))) return null
  if (config.webhook !== null) await lookAtSignals(db, [userId])
  live.publish(userId, 'calls')
  return { effect: 'confirm', onward: 'confirm', call }
}

async function answer(services: Services, tx: Tx, call: Call, { keys, position, at }: Pressed): Promise<Answered> {
  const occurrence = await occurrenceOf(tx, call)
  const context = await contextOf(tx, { call, occurrence, keys, position, at })
  const effect = keyEffect(keys, context)
  const onward = effectOfOne(context)
  const { isMenuRepeated } = context
  const after = await act(services, tx, { call, occurrence, effect, onward, keys, position, isMenuRepeated })
  // The callback of the end arrived before the key: decide again what was decided without it.
  if (after !== call && call.stage === 'ended' && effect !== 'stop-all')
    await settleAgain(services, tx, call, { isProvenLate: after.confirmedAt !== call.confirmedAt })
  return { effect, onward, call: after }
}

async function contextOf(
  tx: Tx,
  { call, occurrence, keys, position, at }: Pressed & { call: Call; occurrence: Occurrence },
): Promise<KeyContext> {
  return {
    position,
    isSample: call.kind === 'sample',
    isSecondCheck: call.kind === 'second-check',
    proof: occurrence.proof,
    // Somebody waits for the answer, so read only what this key needs.
    snoozesLeft: keys === '2' ? await snoozesLeftAfter(tx, call, occurrence, at) : null,
    next: keys === '9' ? await nextAfter(tx, call) : 'none',
    tasks: call.tasks,
    taskRound: call.taskRound,
    isConfirmed: call.confirmedAt !== null,
    isMenuRepeated: position.at === 'menu' && (await isNoted(tx, call.id, tooSoon(position.openedAt))),
    now: at,
  }
}

async function snoozesLeftAfter(tx: Tx, call: Call, occurrence: Occurrence, at: Instant): Promise<number | null> {
  if (occurrence.snoozeMinutes === 0) return null
  if (occurrence.stoppedAt !== null) return 0 // nothing follows this call
  const earlier = (await callsOf(tx, call.occurrenceId)).filter(({ id }) => id !== call.id)
  return snoozesLeft(earlier, occurrence, at)
}

async function nextAfter(tx: Tx, call: Call): Promise<KeyContext['next']> {
  const named = await namedCall(tx, call)
  if (named === null) return 'none'
  return (await isNamedCallAhead(tx, call, named)) ? 'there' : 'gone'
}

type Act = {
  call: Call
  occurrence: Occurrence
  effect: KeyEffect
  onward: Answered['onward']
  keys: string
  position: CallPosition
  isMenuRepeated: boolean
}

/** Returns the changed call, or the same object if nothing changed. */
async function act(services: Services, tx: Tx, acting: Act): Promise<Call> {
  const { call, effect, onward, keys, position, isMenuRepeated } = acting
  switch (effect) {
    case 'confirm': {
      const kind = position.at === 'task' ? 'answer-right' : keys === '9' ? 'key-9' : 'key-1'
      return confirm(services, tx, acting, { kind, detail: keys === '9' ? 'gone' : null })
    }
    case 'skip-next': {
      await skipNamed(services, tx, call)
      if (onward === 'confirm') return confirm(services, tx, acting, { kind: 'key-9', detail: null })
      return saveKey(services, tx, call, { entry: { kind: 'key-9', detail: null } })
    }
    case 'ask-task': {
      const task = call.tasks[call.taskRound - 1]
      return saveKey(services, tx, call, task ? { entry: { kind: 'task-asked', detail: task.kind } } : {})
    }
    case 'wrong-answer':
      return saveKey(services, tx, call, {
        life: { taskRound: call.taskRound + 1 },
        entry: { kind: 'answer-wrong', detail: null },
      })
    case 'snooze':
      if (call.snoozed || call.confirmedAt !== null) return call
      return saveKey(services, tx, call, { life: { snoozed: true }, entry: { kind: 'key-2', detail: null } })
    case 'stop-all':
      return stopAll(services, tx, acting)
    case 'open-menu':
      if (position.at !== 'menu' || isMenuRepeated) return saveKey(services, tx, call, {})
      return saveKey(services, tx, call, { entry: { kind: 'key-0', detail: tooSoon(position.openedAt) } })
    case 'repeated-answer':
    case 'no-snoozes':
    case 'say-message':
    case 'only-these-keys':
      return saveKey(services, tx, call, {})
  }
}

type Entry = { kind: CallEventKind; detail: string | null }

/** The person is up: no call follows, except Strict's second check. */
async function confirm(services: Services, tx: Tx, { call, occurrence }: Act, entry: Entry): Promise<Call> {
  if (call.confirmedAt !== null) return call
  const confirmed = await saveKey(services, tx, call, { life: { confirmedAt: services.clock.now() }, entry })
  await confirmOccurrence(services, tx, call, occurrence.proof)
  return confirmed
}

/** Pressing 0 twice is deliberate: the occurrence counts as canceled, not answered (docs/waking.md). */
async function stopAll(services: Services, tx: Tx, { call, occurrence }: Act): Promise<Call> {
  // A duplicate. A morning that was canceled otherwise has no proof.
  if (occurrence.outcome === 'cancelled' && call.confirmedAt !== null) return call
  const now = services.clock.now()
  const { phone, rangSecond } = call
  await stopCalls(services, tx, call.userId, { phone, rangSecond, by: 'phone' })
  await noteAccountEvent(tx, { userId: call.userId, now, from: null }, { kind: 'calls-stopped-by-phone' })
  const life = { confirmedAt: call.confirmedAt ?? now }
  const stopped = await saveKey(services, tx, call, { life, entry: { kind: 'key-0', detail: null } })
  await cancelOccurrence(services, tx, occurrence)
  return stopped
}

/** A key proves that a person is there, whatever was assumed; the first one is recorded even without an entry. */
async function saveKey(
  { clock }: Services,
  tx: Tx,
  call: Call,
  { life, entry }: { life?: Partial<Call>; entry?: Entry },
): Promise<Call> {
  if (entry === undefined && life === undefined && call.keyedAt !== null) return call
  const now = clock.now()
  const after = keyed(call, now, life)
  const { id: callId, carrierCallId, askAt } = call
  await saveLocked(tx, { callId, life: after, carrierCallId, askAt, entry: entry ? { at: now, ...entry } : null })
  return after
}

function keyed(call: Call, now: Instant, life: Partial<Call> = {}): Call {
  const after = { ...call, ...life, keyedAt: call.keyedAt ?? now, machine: false }
  const isDone = after.confirmedAt !== null || after.snoozed
  const status = call.stage !== 'ended' ? call.status : isDone ? 'completed' : statusWhenHeard(call)
  return { ...after, status }
}

/** A key only sets a skip, never removes one. */
async function skipNamed(services: Services, tx: Tx, call: Call): Promise<void> {
  if (call.confirmedAt !== null) return
  const named = await namedCall(tx, call)
  if (named === null || !(await isNamedCallAhead(tx, call, named))) return
  const which = { userId: call.userId, id: named.scheduleId }
  await skipNamedCall(services, tx, which, { at: named.at, after: call.dueAt })
}
