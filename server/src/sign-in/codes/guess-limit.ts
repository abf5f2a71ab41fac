import { findAccount } from '../../people/people.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { bucketOf } from '../../platform/limits/buckets.ts'
import type { RateLimit } from '../../platform/limits/rate-limits.ts'
import type { Services } from '../../platform/services.ts'
import type { CodeOwner } from './codes.sql.ts'

/** A code is void after this many wrong tries (CODE-2). */
export const MAX_WRONG_TRIES = 5

export type CodeVerdict = 'right' | 'no-code' | 'wrong' | 'expired' | 'used' | 'too-many-tries'

const HOUR_S = 60 * 60
const DAY_S = 24 * HOUR_S
/** So long that only success begins the count anew: what is counted is failures in a row (S5). */
const YEAR_S = 365 * DAY_S

type Guessed = Pick<CodeOwner, 'address' | 'purpose'>

/** Only codes that open an account are counted for long: others are asked for in any name, and swept soon (S55). */
const guard = ({ config }: Services, { purpose }: Guessed): RateLimit => ({
  name: 'wrong-code-per-address',
  size: config.limits['wrong-code-per-address'],
  windowS: purpose === 'signup' || purpose.startsWith('email:') ? DAY_S : YEAR_S,
})

/** Whether so many codes for this address were guessed wrong in a row that strangers are slowed down. */
export async function isGuessedAt(services: Services, guessed: Guessed): Promise<boolean> {
  return !(await services.limits.look(guard(services, guessed), guessed.address)).allowed
}

/**
 * Counts how a try at a code went. Never a lock: that would be a way to keep the owner out. When the guard closes, the
 * owner is told by mail, once.
 */
export async function countTry(services: Services, guessed: Guessed, verdict: CodeVerdict): Promise<void> {
  const { address } = guessed
  const limit = guard(services, guessed)
  if (verdict === 'right') return services.limits.forget(limit, address)
  // Nothing was there to be guessed: counted by bucket, because strangers make up addresses without end (S55), and
  // counted at all, so that the answer takes as long as that to a guess (S14).
  const counted = verdict === 'no-code' ? { ...limit, name: 'try-without-code', windowS: HOUR_S } : limit
  const result = await services.limits.use(counted, counted === limit ? address : bucketOf(services.config, address))
  if (counted !== limit || !result.allowed || result.used !== limit.size) return
  services.log.warn('many wrong codes in a row for one address')
  const account = await findAccount(services.db, { email: address })
  if (account === null) return
  await inTransaction(services.db, (tx) => services.jobs.enqueue(tx, 'send-guess-warning', { userId: account.id }))
}
