import { randomBytes } from 'node:crypto'
import { newTasks, type Proof } from '@reveille/core/calls/proof'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { insertCalls, lastTasksOf, type NewCall } from './planned-calls.sql.ts'

/** `proof`: how the person of its occurrence shows that they are up. */
export type CallToPlan = Omit<NewCall, 'token' | 'tasks'> & { proof: Proof }

/**
 * The one way to plan calls: each gets the secret for its callback URLs and the tasks of its proof, which nobody can
 * foresee and which differ from the person's last ones (WAKE-8), and its speech becomes due for preparation. Returns their ids. Throws on a duplicate occurrence and
 * attempt (I2).
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
    log.info(
      { callId: ids[index], userId, occurrenceId, kind, dueAt: new Date(dueAt).toISOString() },
      'a call is planned',
    )
  return ids
}
