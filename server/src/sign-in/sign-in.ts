import { giveNotice } from '../notices/give-notice.ts'
import { findAccount, type Account } from '../people/people.sql.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import type { TooMany } from './codes/email-code-limits.ts'
import { countTry, type CodeVerdict } from './codes/guess-limit.ts'
import { rememberBrowser } from './codes/known-browsers.sql.ts'
import { countFailedTry, passTryLimit } from './codes/tries-per-network.ts'
import { redeemCode } from './codes/with-code.ts'
import { deleteSession } from './sessions.sql.ts'
import { startSession, type StartedSession } from './sessions.ts'

/** Who tries to sign in, and with what. */
export type SignInAttempt = {
  email: string
  otp: string
  rememberMe: boolean
  browserHash: string
  /** The browser in its own words, for the list of sessions. */
  browser: string
  /** The session that this browser brought along; it ends (AUTH-9). */
  oldSession: string | null
  ip: string
}

export type SignedIn = { outcome: 'signed-in'; account: Account; session: StartedSession }
export type CodeRefused = { outcome: Exclude<CodeVerdict, 'right'> }

/** Signs in with a code that was sent for it. An address without an account is answered like a wrong code (S14). */
export async function signIn(services: Services, attempt: SignInAttempt): Promise<SignedIn | CodeRefused | TooMany> {
  const { email, browserHash, ip } = attempt
  const owner = { address: email, purpose: 'login', browserHash } as const
  const limit = await passTryLimit(services, { ...owner, ip })
  if (limit.outcome !== 'passed') return limit
  const result = await inTransaction(services.db, async (tx): Promise<SignedIn | CodeRefused> => {
    const verdict = await redeemCode(services, tx, owner, attempt.otp)
    if (verdict !== 'right') return { outcome: verdict }
    const account = await findAccount(tx, { email })
    if (account === null) return { outcome: 'no-code' } // deleted since the code was sent
    const { session, browserIsNew } = await beginSession(services, tx, account.id, attempt)
    if (browserIsNew) await giveNotice(services, tx, account.id, { kind: 'signed-in', browser: attempt.browser })
    return { outcome: 'signed-in', account, session }
  })
  await countTry(services, owner, result.outcome === 'signed-in' ? 'right' : result.outcome)
  if (result.outcome !== 'signed-in') await countFailedTry(services, ip)
  return result
}

/** The session of somebody who just proved who they are. */
export async function beginSession(
  { clock }: Services,
  tx: Tx,
  userId: number,
  { rememberMe, browserHash, browser, oldSession }: Omit<SignInAttempt, 'email' | 'otp' | 'ip'>,
): Promise<{ session: StartedSession; browserIsNew: boolean }> {
  const now = clock.now()
  if (oldSession !== null) await deleteSession(tx, oldSession)
  const { isNew } = await rememberBrowser(tx, { userId, browserHash, now })
  return { session: await startSession(tx, { userId, remembered: rememberMe, browser, now }), browserIsNew: isNew }
}
