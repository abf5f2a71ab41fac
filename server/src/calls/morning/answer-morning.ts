import type { MorningAnswered, MorningTask, OpenMorning } from '@reveille/contract/morning'
import { answerEffect } from '@reveille/core/calls/call-keys'
import type { Call } from '@reveille/core/calls/call'
import type { CallEventKind } from '@reveille/core/calls/call-timeline'
import type { Instant } from '@reveille/core/time/time-zone'
import { withPerson } from '../../people/with-person.ts'
import { localMoment } from '../../platform/http/local-moment.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { confirmOccurrence } from '../../schedules/planner/confirm-occurrence.ts'
import { lockCallsOf } from '../../schedules/planner/planned-calls.sql.ts'
import { settleAgain } from '../../schedules/planner/settle-occurrence.ts'
import { saveLocked } from '../call-life.sql.ts'
import { findOpenMorning, type OpenOccurrence } from './open-morning.sql.ts'

/** The person's open morning as its screen shows it; null when nothing is asked. */
export async function openMorning(db: Database, userId: number, now: Instant): Promise<OpenMorning | null> {
  const open = await findOpenMorning(db, userId)
  return open === null ? null : toMorning(open, now)
}

/**
 * An answer on the dashboard counts as one on the phone, for anyone who can't hear the call or type on the phone: the
 * proof settles the morning, a wrong one opens the next round, and a doubled one changes nothing. Null when no morning
 * is open.
 */
export async function answerMorning(
  services: Services,
  userId: number,
  { round, answer }: { round: number; answer: string },
): Promise<MorningAnswered['outcome'] | null> {
  const outcome = await withPerson(services, userId, async (tx, callee) => {
    const found = callee === null ? null : await findOpenMorning(tx, userId)
    if (found === null) return null
    await lockCallsOf(tx, found.occurrence.id)
    // A worker may have marked one of its calls before the lock.
    const open = await findOpenMorning(tx, userId)
    if (open === null || open.occurrence.id !== found.occurrence.id) return null
    const { asking, occurrence } = open
    const effect =
      occurrence.proof === 'gentle' ? 'confirm' : answerEffect(answer, round, { ...asking, isConfirmed: false })
    if (effect === 'confirm') await prove(services, tx, open)
    else if (round === asking.taskRound) await nextRound(services, tx, asking)
    return effect === 'confirm' ? 'proven' : 'wrong'
  })
  for (const topic of ['calls', 'schedules'] as const) services.live.publish(userId, topic)
  return outcome
}

/** The proof counts for the latest call that was dialled: what waits to be dialled is taken back. */
async function prove(services: Services, tx: Tx, { occurrence, dialled }: OpenOccurrence): Promise<void> {
  await save(services, tx, dialled, { life: { confirmedAt: services.clock.now() }, kind: 'page-answered' })
  await confirmOccurrence(services, tx, dialled, occurrence.proof)
  if (dialled.stage === 'ended') await settleAgain(services, tx, dialled)
}

async function nextRound(services: Services, tx: Tx, asking: Call): Promise<void> {
  await save(services, tx, asking, { life: { taskRound: asking.taskRound + 1 }, kind: 'answer-wrong' })
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

function toMorning({ occurrence, asking }: OpenOccurrence, now: Instant): OpenMorning | null {
  const task = taskOf(occurrence.proof, asking)
  if (task === null) return null
  return {
    scheduleId: occurrence.scheduleId,
    at: localMoment(occurrence.dueAt, occurrence.timezone, now),
    isSecondCheck: asking.kind === 'second-check',
    round: asking.taskRound,
    task,
  }
}

/** Null once the answers of this call are used up: the next call has new tasks. */
function taskOf(proof: OpenOccurrence['occurrence']['proof'], { tasks, taskRound }: Call): MorningTask | null {
  return proof === 'gentle' ? { kind: 'button' } : (tasks[taskRound - 1] ?? null)
}
