import { giveNotice } from '../notices/give-notice.ts'
import { insertConsent } from '../people/consents.sql.ts'
import { findAccount, type Account } from '../people/people.sql.ts'
import { noteAccountEvent } from '../platform/audit/account-events.sql.ts'
import type { Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import type { TooMany } from './codes/email-code-limits.ts'
import { rememberBrowser } from './codes/known-browsers.sql.ts'
import { withStrangersCode, type CodeRefused } from './codes/with-code.ts'
import { insertAccount } from './new-accounts.sql.ts'
import { deleteSession } from './sessions.sql.ts'
import { startSession, type StartedSession } from './sessions.ts'
import { welcomeJob } from './welcome.ts'

type SignInAttempt = {
  email: string
  otp: string
  rememberMe: boolean
  browserHash: string
  /** The User-Agent, for the list of sessions. */
  browser: string
  /** This browser's previous session, which ends. */
  oldSession: string | null
  ip: string
}

export type SignedIn = { outcome: 'signed-in'; account: Account; session: StartedSession }

/** An address without an account gets the answer to a wrong code. */
export async function signIn(services: Services, attempt: SignInAttempt): Promise<SignedIn | CodeRefused | TooMany> {
  const { email, browserHash, ip } = attempt
  const owner = { address: email, purpose: 'login', browserHash, ip } as const
  const tried = await withStrangersCode(services, owner, attempt.otp, async (tx): Promise<SignedIn | null> => {
    const account = await findAccount(tx, { email })
    if (account === null) return null // deleted since the code was sent
    const { session, browserIsNew } = await beginSession(services, tx, account.id, attempt)
    if (browserIsNew) await giveNotice(services, tx, account.id, { kind: 'signed-in', browser: attempt.browser })
    return { outcome: 'signed-in', account, session }
  })
  return tried.outcome === 'right' ? tried.value : tried
}

async function beginSession(
  { clock }: Services,
  tx: Tx,
  userId: number,
  attempt: Omit<SignInAttempt, 'email' | 'otp'>,
): Promise<{ session: StartedSession; browserIsNew: boolean }> {
  const { rememberMe, browserHash, browser, oldSession } = attempt
  const now = clock.now()
  if (oldSession !== null) await deleteSession(tx, oldSession)
  const { isNew } = await rememberBrowser(tx, { userId, browserHash, now })
  await noteAccountEvent(tx, { userId, now, from: attempt }, { kind: 'signed-in' })
  return { session: await startSession(tx, { userId, remembered: rememberMe, browser, now }), browserIsNew: isNew }
}

type CodeUsed = SignedIn | { outcome: 'already-registered' }
type SignUpAttempt = SignInAttempt & { name: string }

/** Creates the account, signs in and enqueues the welcome email, all or nothing. */
export async function signUp(services: Services, attempt: SignUpAttempt): Promise<CodeUsed | CodeRefused | TooMany> {
  const { email, name, browserHash, ip } = attempt
  const owner = { address: email, purpose: 'signup', browserHash, ip } as const
  const tried = await withStrangersCode(services, owner, attempt.otp, async (tx): Promise<CodeUsed> => {
    const now = services.clock.now()
    const userId = await insertAccount(tx, { email, name, now })
    const account = userId === null ? null : await findAccount(tx, { id: userId })
    // Another reader of this mailbox was faster, with their own code.
    if (account === null) return { outcome: 'already-registered' }
    await insertConsent(tx, { userId: account.id, kind: 'terms', from: attempt, now })
    await services.jobs.enqueue(tx, welcomeJob, { userId: account.id })
    const { session } = await beginSession(services, tx, account.id, attempt)
    return { outcome: 'signed-in', account, session }
  })
  return tried.outcome === 'right' ? tried.value : tried
}
