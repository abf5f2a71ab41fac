import { FRESH_MS } from '@reveille/core/sign-in/session-times'
import type { Instant } from '@reveille/core/time/time-zone'
import { findAccount } from '../people/people.sql.ts'
import type { Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import type { CodeVerdict } from './codes/guess-limit.ts'
import { withCode } from './codes/with-code.ts'
import { proveSession, type Session } from './sessions.sql.ts'

/** Whether the person of this session proved their identity recently. */
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
  const prove = (tx: Tx) => proveSession(tx, session.idHash, services.clock.now())
  return (await withCode(services, owner, otp, prove)).outcome
}
