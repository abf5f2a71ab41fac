import type { Tx } from '../../platform/database/transaction.ts'
import { spend, type Work } from '../../platform/limits/budgets.ts'
import type { Services } from '../../platform/services.ts'
import { lastCodeOf, type CodeOwner } from './codes.sql.ts'
import type { TooMany } from './email-code-limits.ts'
import { withCode, type CodeTried } from './with-code.ts'

/**
 * `withCode` for visitors: failed tries of any kind also count for their network, and after too many in this hour it
 * gets no more tries. A try refused this way has written nothing (S55). Others in the network may have used up the
 * budget, so a browser that a code was sent to is never refused: codes and tries per code are few anyway (CODE-3).
 */
export async function withStrangersCode<R>(
  services: Services,
  { ip, ...owner }: CodeOwner & { ip: string },
  typed: string,
  use: (tx: Tx) => Promise<R | null>,
): Promise<CodeTried<R> | TooMany> {
  const hasCode = (await lastCodeOf(services.db, owner)) !== null
  const kind = hasCode ? 'failed-try-at-own-code' : 'failed-try'
  return spend(services, kind, { ip }, async (): Promise<Work<CodeTried<R>>> => {
    const tried = await withCode(services, owner, typed, use)
    return { result: tried, pays: tried.outcome === 'right' ? 'nothing' : 'anyway' }
  })
}
