import type { Instant } from '@reveille/core/time/time-zone'
import { findAccount } from '../people/people.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { countTry, type CodeVerdict } from './codes/guess-limit.ts'
import { redeemCode } from './codes/with-code.ts'
import { proveSession, type Session } from './sessions.sql.ts'

/** So long a sign-in, or a code after it, is proof enough for what a borrowed browser must not do (S21, S45). */
const FRESH_MS = 15 * 60_000

/** Whether it was proven a moment ago that this session is still used by its person. */
export function isFresh({ signedInAt, provenAt }: Session, now: Instant): boolean {
  return now - Math.max(signedInAt, provenAt ?? 0) < FRESH_MS
}

/** Makes a session fresh with a code that was mailed to the person's own address. */
export async function proveAccount(
  services: Services,
  session: { userId: number; idHash: string },
  { otp, browserHash }: { otp: string; browserHash: string },
): Promise<CodeVerdict> {
  const account = await findAccount(services.db, { id: session.userId })
  if (account === null) return 'no-code'
  const owner = { address: account.email, purpose: `proof:${account.id}`, browserHash } as const
  const verdict = await inTransaction(services.db, async (tx) => {
    const tried = await redeemCode(services, tx, owner, otp)
    if (tried === 'right') await proveSession(tx, session.idHash, services.clock.now())
    return tried
  })
  await countTry(services, owner, verdict)
  return verdict
}
