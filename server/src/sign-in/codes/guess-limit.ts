import { COUNTS_KEPT_MS, WRONG_CODE_COUNTS_KEPT_MS } from '@reveille/core/accounts/retention-times'
import { findAccount } from '../../people/people.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { bucketOf } from '../../platform/limits/buckets.ts'
import type { RateLimit } from '../../platform/limits/rate-limits.ts'
import type { Services } from '../../platform/services.ts'
import type { CodeOwner } from './codes.sql.ts'

export type CodeVerdict = 'right' | 'no-code' | 'wrong' | 'expired' | 'used' | 'too-many-tries'

const HOUR_S = 60 * 60
const DAY_S = COUNTS_KEPT_MS / 2 / 1000
/** So long that in effect only success resets the count: it counts consecutive failures (S5). */
const YEAR_S = WRONG_CODE_COUNTS_KEPT_MS / 2 / 1000

type Guessed = Pick<CodeOwner, 'address' | 'purpose'>

/**
 * Only codes that open an account are counted for long: others can be requested for any address, and are deleted soon
 * (S55).
 */
const guessLimit = ({ config }: Services, { purpose }: Guessed): RateLimit => ({
  name: 'wrong-code-per-address',
  size: config.limits['wrong-code-per-address'],
  windowS: purpose === 'signup' || purpose.startsWith('email:') ? DAY_S : YEAR_S,
})

/** Whether so many consecutive wrong codes were tried for this address that unknown browsers are slowed down. */
export async function isGuessedAt(services: Services, guessed: Guessed): Promise<boolean> {
  return !(await services.limits.look(guessLimit(services, guessed), guessed.address)).allowed
}

/**
 * Counts the result of a try. Never locks: that would be a way to keep the owner out. At the limit the owner gets one
 * email.
 */
export async function countTry(services: Services, guessed: Guessed, verdict: CodeVerdict): Promise<void> {
  const { address } = guessed
  const limit = guessLimit(services, guessed)
  if (verdict === 'right') return services.limits.forget(limit, address)
  // There was no code to guess: counted by bucket, because attackers invent any number of addresses (S55), and counted
  // at all, so that the answer takes as long as for a guess (S14).
  const counted = verdict === 'no-code' ? { ...limit, name: 'try-without-code', windowS: HOUR_S } : limit
  const result = await services.limits.use(counted, counted === limit ? address : bucketOf(services.config, address))
  if (counted !== limit || !result.allowed || result.used !== limit.size) return
  services.log.warn('many wrong codes in a row for one address')
  const account = await findAccount(services.db, { email: address })
  if (account === null) return
  await inTransaction(services.db, (tx) => services.jobs.enqueue(tx, 'send-guess-warning', { userId: account.id }))
}
