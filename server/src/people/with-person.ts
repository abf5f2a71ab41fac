import type { Callee } from '@reveille/core/people/callable'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import { isStale, type Expected } from '../platform/http/if-match.ts'
import type { Services } from '../platform/services.ts'
import { lockPerson } from './lock-person.sql.ts'
import { accountVersion } from './people.sql.ts'

/** Runs `work` in a new transaction under this person's lock. `callee` is null if the account is gone. */
export function withPerson<R>(
  { db }: Pick<Services, 'db'>,
  userId: number,
  work: (tx: Tx, callee: Callee | null) => Promise<R>,
): Promise<R> {
  return inTransaction(db, async (tx) => work(tx, await lockPerson(tx, userId)))
}

/** Locks a person in an open transaction. Take this before any lock on their schedules, occurrences or calls. */
export function lockCallee(tx: Tx, userId: number): Promise<Callee | null> {
  return lockPerson(tx, userId)
}

/** Whether the account changed since the page loaded it; lock the person first. */
export async function isAccountStale(tx: Tx, userId: number, expected: Expected): Promise<boolean> {
  if (expected === undefined) return false
  const version = await accountVersion(tx, userId)
  return version !== null && isStale(version, expected)
}
