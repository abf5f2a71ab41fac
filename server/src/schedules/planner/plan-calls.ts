import { randomBytes } from 'node:crypto'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { insertCalls, type NewCall } from './planned-calls.sql.ts'

export type CallToPlan = Omit<NewCall, 'token'>

/**
 * The one way to plan calls: each gets the secret for its callback URLs, and its speech becomes due for preparation.
 * Returns their ids. Throws on a duplicate occurrence and attempt (I2).
 */
export function planCalls({ clock }: Services, tx: Tx, calls: readonly CallToPlan[]): Promise<number[]> {
  const news = calls.map((call) => ({ ...call, token: randomBytes(18).toString('base64url') })) // 144 bits
  return insertCalls(tx, news, clock.now())
}
