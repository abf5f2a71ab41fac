import type { MorningTask, OpenMorning } from '@reveille/contract/calls'
import type { Call } from '@reveille/core/calls/call'
import { answerEffect } from '@reveille/core/calls/call-keys'
import type { CallEventKind } from '@reveille/core/calls/call-timeline'
import type { Proof } from '@reveille/core/calls/proof'
import type { Instant } from '@reveille/core/time/time-zone'
import { withPerson } from '../../people/with-person.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { localMoment } from '../../platform/http/local-moment.ts'
import type { Services } from '../../platform/services.ts'
import { confirmOccurrence } from '../../schedules/planner/close-occurrence.ts'
import { settleAgain } from '../../schedules/planner/settle-occurrence.ts'
import { saveLocked } from '../call-life.sql.ts'
import { lockCall } from '../calls.sql.ts'
import { settleCarrierCallJob } from '../end-call.ts'
import { type AskingMorning, findAskingMorning } from './asking-morning.sql.ts'

/** The open morning for the dashboard; null when nothing is asked. */
export async function openMorning(db: Database, userId: number, now: Instant): Promise<OpenMorning | null> {
  const asking = await findAskingMorning(db, userId, now)
  return asking === null ? null : toMorning(asking, now)
}

/**
 * An answer on the dashboard counts like one on the phone, for people who can't hear the call or type on the phone. A
 * proof settles the morning (`proven-once`: Strict asks again later); a wrong one opens the next round; a repeated one,
 * or one to an earlier call's task (`outdated`), changes nothing. Null when nothing is asked.
 */
export async function answerMorning(
  services: Services,
  userId: number,
  { callId, round, answer }: { callId: number; round: number; answer: string },
): Promise<'proven' | 'proven-once' | 'wrong' | 'outdated' | null> {
  const outcome = await withPerson(services, userId, async (tx, callee) => {
    const asking = callee === null ? null : await findAskingMorning(tx, userId, services.clock.now())
    if (asking === null) return null
    const { occurrence } = asking
    const call = (await lockCall(tx, asking.call.id))!
    const task = taskOf(occurrence.proof, call)
    if (task === null) return null
    if (task.kind !== 'button' && callId !== call.id) return 'outdated'
    const effect = task.kind === 'button' ? 'confirm' : answerEffect(answer, round, { ...call, isConfirmed: false })
    if (effect === 'wrong-answer') await openNextRound(services, tx, call)
    if (effect !== 'confirm') return 'wrong'
    await prove(services, tx, { occurrence, call })
    return occurrence.proof === 'strict' && call.kind !== 'second-check' ? 'proven-once' : 'proven'
  })
  for (const topic of ['calls', 'schedules'] as const) services.live.publish(userId, topic)
  return outcome
}

async function prove(services: Services, tx: Tx, { occurrence, call }: AskingMorning): Promise<void> {
  await save(services, tx, call, { life: { confirmedAt: services.clock.now() }, kind: 'page-answered' })
  await confirmOccurrence(services, tx, call, occurrence.proof)
  if (call.stage === 'ended') await settleAgain(services, tx, call)
  // Stop a phone that still rings.
  const { carrier, carrierCallId } = call
  if (call.stage === 'placed' && call.answeredAt === null && carrierCallId !== null)
    await services.jobs.enqueue(tx, settleCarrierCallJob, { carrierCallId, carrier })
}

async function openNextRound(services: Services, tx: Tx, call: Call): Promise<void> {
  await save(services, tx, call, { life: { taskRound: call.taskRound + 1 }, kind: 'answer-wrong' })
}

async function save(
  { clock }: Services,
  tx: Tx,
  call: Call,
  { life, kind }: { life: Partial<Call>; kind: CallEventKind },
): Promise<void> {
  const { id: callId, carrierCallId, askAt } = call
  const entry = { at: clock.now(), kind, detail: null }
  await saveLocked(tx, { callId, life: { ...call, ...life }, carrierCallId, askAt, entry })
}

function toMorning({ occurrence, call }: AskingMorning, now: Instant): OpenMorning | null {
  const task = taskOf(occurrence.proof, call)
  if (task === null) return null
  return {
    callId: call.id,
    scheduleId: occurrence.scheduleId,
    at: localMoment(occurrence.dueAt, occurrence.timezone, now),
    isSecondCheck: call.kind === 'second-check',
    round: call.taskRound,
    task,
  }
}

/** Null once this call's rounds are used up: the next call has new tasks. */
function taskOf(proof: Proof, { tasks, taskRound }: Call): MorningTask | null {
  return proof === 'gentle' ? { kind: 'button' } : (tasks[taskRound - 1] ?? null)
}
