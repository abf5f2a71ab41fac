import type { Tx } from '../platform/database/transaction.ts'
import { isStale, type Expected } from '../platform/http/if-match.ts'
import { accountVersion } from './people.sql.ts'

/** Whether a person's account was changed since the request's page saw it; lock them first. */
export async function isAccountStale(tx: Tx, userId: number, expected: Expected): Promise<boolean> {
  if (expected === undefined) return false
  const version = await accountVersion(tx, userId)
  return version !== null && isStale(version, expected)
}
