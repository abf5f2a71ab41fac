import type { RateLimit } from '../ports/rate-limits.ts'
import type { Services } from '../ports/services.ts'
import { findAccount } from '../db/users.ts'
import { inTransaction } from '../db/transaction.ts'
import type { CodeVerdict } from './redeem-code.ts'

/** So long that only success begins the count anew: what is counted is failures in a row (S5). */
const YEAR_S = 365 * 24 * 60 * 60

const guard = ({ config }: Services): RateLimit => ({
  name: 'wrong-code-per-address',
  size: config.limits['wrong-code-per-address'],
  windowS: YEAR_S,
})

/** Whether so many codes for this address were guessed wrong in a row that strangers are slowed down. */
export async function isGuessedAt(services: Services, address: string): Promise<boolean> {
  const limit = guard(services)
  return (await services.limits.used(limit, address)) >= limit.size
}

/**
 * Counts how a try at a code went. Never a lock: that would be a way to keep the owner out. When the guard closes, the
 * owner is told by mail, once.
 */
export async function countTry(services: Services, address: string, verdict: CodeVerdict): Promise<void> {
  const limit = guard(services)
  if (verdict === 'right') return services.limits.forget(limit, address)
  // Nothing was there to be guessed: counted apart, so that the answer takes as long as that to a guess (S14).
  const counted = verdict === 'no-code' ? { ...limit, name: 'try-without-code' } : limit
  const result = await services.limits.use(counted, address)
  if (counted !== limit || !result.allowed || result.used !== limit.size) return
  services.log.warn('many wrong codes in a row for one address')
  const account = await findAccount(services.db, { email: address })
  if (account === null) return
  await inTransaction(services.db, (tx) => services.jobs.enqueue(tx, 'send-guess-warning', { userId: account.id }))
}
