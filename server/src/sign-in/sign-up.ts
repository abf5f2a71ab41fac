import { insertConsent } from '../people/consents.sql.ts'
import { findAccount } from '../people/people.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import type { TooMany } from './codes/email-code-limits.ts'
import { countTry } from './codes/guess-limit.ts'
import { countFailedTry, passTryLimit } from './codes/tries-per-network.ts'
import { redeemCode } from './codes/with-code.ts'
import { insertAccount } from './new-accounts.sql.ts'
import { beginSession, type CodeRefused, type SignedIn, type SignInAttempt } from './sign-in.ts'

/** The terms and the privacy statement that the form links to (SIGNUP-1, LEGAL-1). */
const TERMS_VERSION = '2025-08'

export type SignUpResult = SignedIn | CodeRefused | { outcome: 'already-registered' }
export type SignUpAttempt = Omit<SignInAttempt, 'rememberMe'> & { name: string }

/** Creates the account, signs in and asks for the welcome mail, all or nothing (SIGNUP-4, SIGNUP-6). */
export async function signUp(services: Services, attempt: SignUpAttempt): Promise<SignUpResult | TooMany> {
  const { email, name, browserHash, ip } = attempt
  const owner = { address: email, purpose: 'signup', browserHash } as const
  const limit = await passTryLimit(services, { ...owner, ip })
  if (limit.outcome !== 'passed') return limit
  const result = await inTransaction(services.db, async (tx): Promise<SignUpResult> => {
    const verdict = await redeemCode(services, tx, owner, attempt.otp)
    if (verdict !== 'right') return { outcome: verdict }
    const now = services.clock.now()
    const userId = await insertAccount(tx, { email, name, now })
    const account = userId === null ? null : await findAccount(tx, { id: userId })
    // Somebody else who reads this mailbox was quicker, with a code of their own.
    if (account === null) return { outcome: 'already-registered' }
    await insertConsent(tx, { userId: account.id, kind: 'terms', version: TERMS_VERSION, ip, now })
    await services.jobs.enqueue(tx, 'send-welcome', { userId: account.id })
    const { session } = await beginSession(services, tx, account.id, { ...attempt, rememberMe: false })
    return { outcome: 'signed-in', account, session }
  })
  const verdict = 'account' in result || result.outcome === 'already-registered' ? 'right' : result.outcome
  await countTry(services, owner, verdict)
  if (verdict !== 'right') await countFailedTry(services, ip)
  return result
}
