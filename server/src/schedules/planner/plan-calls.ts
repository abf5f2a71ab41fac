import { randomBytes, randomInt } from 'node:crypto'
import { newTasks, type Proof, type Task } from '@reveille/core/calls/proof'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { insertCalls, type NewCall } from './planned-calls.sql.ts'

/** `proof`: how the person of its occurrence shows that they are up. `lastTasks`: those of the call that it follows. */
export type CallToPlan = Omit<NewCall, 'token' | 'tasks'> & { proof: Proof; lastTasks?: readonly Task[] }

/**
 * The one way to plan calls: each gets the secret for its callback URLs and the tasks of its proof, which nobody can
 * foresee (WAKE-8), and its speech becomes due for preparation. Returns their ids. Throws on a duplicate occurrence and
 * attempt (I2).
 */
export function planCalls({ clock }: Services, tx: Tx, calls: readonly CallToPlan[]): Promise<number[]> {
  const news = calls.map(({ proof, lastTasks, ...call }) => ({
    ...call,
    token: randomBytes(18).toString('base64url'), // 144 bits
    tasks: newTasks(proof, randomInt, lastTasks),
  }))
  return insertCalls(tx, news, clock.now())
}
