import { networkBucket } from '../../platform/limits/buckets.ts'
import { type RateLimit, hourly } from '../../platform/limits/rate-limits.ts'
import type { Services } from '../../platform/services.ts'
import { lastCodeOf, type CodeOwner } from './codes.sql.ts'
import { tooMany, type TooMany } from './email-code-limits.ts'

const failedTries = ({ config }: Services): RateLimit => hourly('wrong-code-per-ip', config.limits['wrong-code-per-ip'])

/**
 * Whether a network may still try codes in this hour. A try that is refused has written nothing (S55). It may be others of
 * its network that used the limit up, so a browser that a code was sent for is never refused: codes and the tries at
 * each are few anyway (CODE-3).
 */
export async function passTryLimit(
  services: Services,
  { ip, ...owner }: CodeOwner & { ip: string },
): Promise<{ outcome: 'passed' } | TooMany> {
  const hasCode = (await lastCodeOf(services.db, owner)) !== null
  const result = await services.limits.look(failedTries(services), networkBucket(services.config, ip))
  return hasCode || result.allowed ? { outcome: 'passed' } : tooMany(result)
}

/** Counts a try that failed, for whatever reason. */
export async function countFailedTry(services: Services, ip: string): Promise<void> {
  await services.limits.use(failedTries(services), networkBucket(services.config, ip))
}
