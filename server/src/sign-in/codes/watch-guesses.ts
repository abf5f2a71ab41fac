import { WRONG_TRIES_BEFORE_WARNING } from '@reveille/core/sign-in/guesses'
import { inTransaction } from '../../platform/database/transaction.ts'
import { alarm } from '../../platform/metrics/alarm.ts'
import type { Services } from '../../platform/services.ts'
import { isTexted, type CodeOwner } from './codes.sql.ts'

const HOUR_S = 60 * 60

/** Counts a try that failed: over all addresses, and for a texted code for its number. `codeId` is null without a code. */
export async function watchFailedTry(services: Services, owner: CodeOwner, codeId: number | null): Promise<void> {
  await watchAllAddresses(services)
  if (codeId !== null && isTexted(owner.purpose)) await warnHolder(services, owner.address, codeId)
}

/**
 * A campaign guesses a little at each of many addresses, and none of them notices (S76). Honest people fail far less
 * often than half as often as codes are sent.
 */
async function watchAllAddresses(services: Services): Promise<void> {
  const size = Math.ceil(services.config.limits['code-to-stranger'] / 2)
  const result = await services.limits.use({ name: 'failed-tries', size, windowS: HOUR_S }, 'all')
  if (!result.allowed || result.used !== size) return
  alarm(services, 'guesses', { failed: size }, 'many codes were tried and failed within the hour')
}

/** The holder of a number at which somebody guesses is told once a day at most (S74). */
async function warnHolder({ db, jobs, limits }: Services, phone: string, codeId: number): Promise<void> {
  const limit = { name: 'wrong-code-per-number', size: WRONG_TRIES_BEFORE_WARNING, windowS: 24 * HOUR_S }
  const result = await limits.use(limit, phone)
  if (!result.allowed || result.used !== limit.size) return
  await inTransaction(db, (tx) => jobs.enqueue(tx, 'text-guess-warning', { codeId }))
}
