import { randomBytes } from 'node:crypto'
import { NOTHING_FOLLOWS } from '@reveille/core/calls/next-step'
import { newTasks, type Proof } from '@reveille/core/calls/proof'
import type { VoiceId } from '@reveille/core/speech/voices'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { insertOccurrences } from './occurrences.sql.ts'
import { insertCalls, lastTasksOf, type NewCall, prepareAnew, setVoiceOfPlannedCalls } from './planned-calls.sql.ts'

/** `proof`: how the person shows that they're up. */
export type CallToPlan = Omit<NewCall, 'token' | 'tasks'> & { proof: Proof }

/**
 * The only way to plan calls. Each gets the secret for its callback URLs and unpredictable tasks that differ from the
 * person's last ones, and its speech becomes due for preparation. Returns their ids. Throws on a duplicate occurrence
 * and attempt.
 */
export async function planCalls(
  { clock, log, randomInt }: Services,
  tx: Tx,
  calls: readonly CallToPlan[],
): Promise<number[]> {
  const asked = calls.filter(({ proof }) => proof !== 'gentle').map(({ userId }) => userId)
  const lastTasks = await lastTasksOf(tx, asked)
  const news = calls.map(({ proof, ...call }) => ({
    ...call,
    token: randomBytes(18).toString('base64url'), // 144 bits
    tasks: newTasks(proof, randomInt, lastTasks.get(call.userId)),
  }))
  const ids = await insertCalls(tx, news, clock.now())
  for (const [index, { userId, occurrenceId, kind, dueAt }] of news.entries())
    log.info({ callId: ids[index], userId, occurrenceId, kind, dueAt: new Date(dueAt).toISOString() }, 'call planned')
  return ids
}

/** Plans a sample call, due now, without follow-ups or a schedule. Returns its id. */
export async function planSample(
  services: Services,
  tx: Tx,
  { userId, voice, timezone }: { userId: number; voice: VoiceId; timezone: string },
): Promise<number> {
  const dueAt = services.clock.now()
  const ofNoSchedule = { scheduleId: null, isSample: true, announceAt: null, outcome: null, ...NOTHING_FOLLOWS }
  const [occurrence] = await insertOccurrences(tx, [{ ...ofNoSchedule, userId, dueAt, timezone }], dueAt)
  const call = { occurrenceId: occurrence!.id, userId, attempt: 1, kind: 'sample', dueAt, voice } as const
  const [callId] = await planCalls(services, tx, [{ ...call, proof: NOTHING_FOLLOWS.proof }])
  return callId!
}

/** A person's planned calls have new content or a new voice: compose and speak their messages again. */
export async function rewordPlannedCalls({ clock }: Services, tx: Tx, userId: number, voice?: VoiceId): Promise<void> {
  if (voice !== undefined) await setVoiceOfPlannedCalls(tx, userId, voice)
  await prepareAnew(tx, userId, clock.now())
}
