import { insertConsent } from '../people/consents.sql.ts'
import { findAccount } from '../people/people.sql.ts'
import type { Services } from '../platform/services.ts'
import type { TooMany } from './codes/email-code-limits.ts'
import { withStrangersCode } from './codes/tries-per-network.ts'
import type { CodeRefused } from './codes/with-code.ts'
import { insertAccount } from './new-accounts.sql.ts'
import { beginSession, type SignedIn, type SignInAttempt } from './sign-in.ts'

type CodeUsed = SignedIn | { outcome: 'already-registered' }
export type SignUpAttempt = SignInAttempt & { name: string }

/** Creates the account, signs in and requests the welcome email, all or nothing (SIGNUP-4, SIGNUP-6). */
export async function signUp(services: Services, attempt: SignUpAttempt): Promise<CodeUsed | CodeRefused | TooMany> {
  const { email, name, browserHash, ip } = attempt
  const owner = { address: email, purpose: 'signup', browserHash, ip } as const
  const tried = await withStrangersCode(services, owner, attempt.otp, async (tx): Promise<CodeUsed> => {
    const now = services.clock.now()
    const userId = await insertAccount(tx, { email, name, now })
    const account = userId === null ? null : await findAccount(tx, { id: userId })
    // Another reader of this mailbox was faster, with a code of their own.
    if (account === null) return { outcome: 'already-registered' }
    await insertConsent(tx, { userId: account.id, kind: 'terms', from: attempt, now })
    await services.jobs.enqueue(tx, 'send-welcome', { userId: account.id })
    const { session } = await beginSession(services, tx, account.id, attempt)
    return { outcome: 'signed-in', account, session }
  })
  return tried.outcome === 'right' ? tried.value : tried
}
