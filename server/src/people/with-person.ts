import type { Callee } from '@reveille/core/people/callable'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { lockPerson } from './lock-person.sql.ts'

/** Runs `work` in a transaction of its own that holds this person's lock. `callee` is null when the account is gone. */
export function withPerson<R>(
  { db }: Pick<Services, 'db'>,
  userId: number,
  work: (tx: Tx, callee: Callee | null) => Promise<R>,
): Promise<R> {
  return inTransaction(db, async (tx) => work(tx, await lockPerson(tx, userId)))
}

/** The same lock in an open transaction: take it before any lock of their schedules, occurrences or calls. */
export function lockCallee(tx: Tx, userId: number): Promise<Callee | null> {
  return lockPerson(tx, userId)
}
