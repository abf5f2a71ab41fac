import type { Tx } from '../../platform/database/transaction.ts'
import { subnetBucket } from '../../platform/limits/buckets.ts'
import { hourly } from '../../platform/limits/rate-limits.ts'
import type { Services } from '../../platform/services.ts'
import { lastCodeOf, type CodeOwner } from './codes.sql.ts'
import { tooMany, type TooMany } from './email-code-limits.ts'
import { withCode, type CodeTried } from './with-code.ts'

/**
 * `withCode` for visitors: failed tries of any kind also count for their network, and after too many in this hour it
 * gets no more tries. A try refused this way has written nothing (S55). Others in the network may have used up the
 * limit, so a browser that a code was sent to is never refused: codes and tries per code are few anyway (CODE-3).
 */
export async function withStrangersCode<R>(
  services: Services,
  { ip, ...owner }: CodeOwner & { ip: string },
  typed: string,
  use: (tx: Tx) => Promise<R | null>,
): Promise<CodeTried<R> | TooMany> {
  const { config, db, limits } = services
  const failedTries = hourly('wrong-code-per-ip', config.limits['wrong-code-per-ip'])
  const network = subnetBucket(config, ip)
  const hasCode = (await lastCodeOf(db, owner)) !== null
  const result = await limits.look(failedTries, network)
  if (!hasCode && !result.allowed) return tooMany(result)
  const tried = await withCode(services, owner, typed, use)
  if (tried.outcome !== 'right') await limits.use(failedTries, network)
  return tried
}
