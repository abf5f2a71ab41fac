import type { PasskeyProof } from '@reveille/contract/passkeys'
import { giveNotice, tellAgain } from '../notices/give-notice.ts'
import { insertConsent } from '../people/consents.sql.ts'
import { isBlocked, makeOwner } from '../people/owners.sql.ts'
import { findAccount, findByMail, takeUnprovenEmail, type Account } from '../people/people.sql.ts'
import { lockCallee } from '../people/with-person.ts'
import { lastEventOf, noteAccountEvent } from '../platform/audit/account-events.sql.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import { spend, type UsedUp, type Work } from '../platform/limits/budgets.ts'
import { hashOfSecret } from '../platform/secrets.ts'
import type { Services } from '../platform/services.ts'
import { signedInBefore, type TooMany } from './codes/email-code-limits.ts'
import { rememberBrowser } from './codes/known-browsers.sql.ts'
import { failedTries, withStrangersCode, type CodeRefused } from './codes/with-code.ts'
import { deleteLink, lockLink } from './links/links.sql.ts'
import { findOpenLink, linkTakes, opensAccount, type LinkInvalid } from './links/links.ts'
import { insertAccount } from './new-accounts.sql.ts'
import { withPasskey, type PasskeyRefused } from './passkeys/passkeys.ts'
import { deleteSession } from './sessions.sql.ts'
import { startSession, type StartedSession } from './sessions.ts'
import { welcomeJob } from './welcome.ts'

type SignInAttempt = {
  email: string
  rememberMe: boolean
  browserHash: string
  /** The User-Agent, for the list of sessions. */
  browser: string
  /** This browser's previous session, which ends. */
  oldSession: string | null
  ip: string
}

export type SignedIn = { outcome: 'signed-in'; account: Account; session: StartedSession }

/** An owner keeps this person from signing in. */
export type Blocked = { outcome: 'blocked' }

/** At a private installation a stranger doesn't learn why, not even whether there was a code. */
export type RefusedAlike = { outcome: 'refused' }

/**
 * Signs in with the code sent to an address or, where no email is sent, said in a call to its account's number. An
 * address without an account gets the answer to a wrong code.
 */
export async function signIn(
  services: Services,
  attempt: SignInAttempt & { otp: string },
): Promise<SignedIn | Blocked | CodeRefused | RefusedAlike | TooMany> {
  const { email, browserHash, ip } = attempt
  const { config, db } = services
  const isAlike = config.signUp !== 'open' && !(await signedInBefore(services, { address: email, browserHash }))
  const byCall = config.mail === null
  const address = (byCall && (await findAccount(db, { email }))?.phone) || email
  const tried = await withStrangersCode(
    services,
    { address, purpose: 'login', browserHash, ip, isAlike },
    attempt.otp,
    async (tx) => {
      const account = byCall ? await findAccount(tx, { email }) : await findByMail(tx, email)
      if (account === null) return null // deleted since the code was sent
      if (byCall && (account.phone !== address || !account.phoneVerified)) return null
      return admit(services, tx, { account, by: byCall ? 'call' : 'email' }, attempt)
    },
  )
  if (tried.outcome === 'right') return tried.value
  return isAlike && tried.outcome !== 'too-many-requests' ? { outcome: 'refused' } : tried
}

type PasskeyAttempt = Omit<SignInAttempt, 'email'> & { passkey: PasskeyProof }

/** Failed tries count for the network, like those at codes. */
export function signInWithPasskey(
  services: Services,
  attempt: PasskeyAttempt,
): Promise<SignedIn | Blocked | PasskeyRefused | TooMany> {
  const { passkey, browserHash, ip } = attempt
  const asked = { purpose: 'sign-in', browserHash, from: attempt } as const
  return spend(services, failedTries, { ip }, async (): Promise<Work<SignedIn | Blocked | PasskeyRefused | UsedUp>> => {
    const tried = await withPasskey(services, asked, passkey, async (tx, userId) => {
      const account = await findAccount(tx, { id: userId })
      return account && admit(services, tx, { account, by: 'passkey' }, attempt)
    })
    return tried.outcome === 'right' ? { result: tried.value, pays: 'nothing' } : { result: tried, pays: 'anyway' }
  })
}

type LinkAttempt = Omit<SignInAttempt, 'email'> & { link: string; otp?: string | undefined }

/** With the code from a call where the link takes one. One that takes only a passkey signs nobody in. */
export async function signInWithLink(
  services: Services,
  attempt: LinkAttempt,
): Promise<SignedIn | Blocked | LinkInvalid | CodeRefused | TooMany> {
  const { link: secret, otp, browserHash, ip } = attempt
  const found = await findOpenLink(services, { secret, ip })
  if (found.outcome !== 'found') return found
  const { person } = await linkTakes(services, services.db, found.link)
  if (person === null) return { outcome: 'link-invalid' }
  const use = async (tx: Tx, by: 'call' | 'link'): Promise<SignedIn | Blocked | LinkInvalid | CodeRefused> => {
    await lockCallee(tx, person.id)
    const link = await lockLink(tx, hashOfSecret(secret), services.clock.now())
    if (link === null) return { outcome: 'link-invalid' }
    if (by === 'link' && (await linkTakes(services, tx, link)).takes.length > 0) return { outcome: 'no-code' }
    const admitted = await admit(services, tx, { account: person, by }, attempt)
    if (admitted.outcome === 'signed-in') await deleteLink(tx, link.id)
    return admitted
  }
  if (otp === undefined || person.phone === null) return inTransaction(services.db, (tx) => use(tx, 'link'))
  const owner = { address: person.phone, purpose: `link:${person.id}`, browserHash, ip } as const
  const tried = await withStrangersCode(services, owner, otp, (tx) => use(tx, 'call'))
  return tried.outcome === 'right' ? tried.value : tried
}

/** Begins a session unless they're blocked. `by`: how they prove who they are; 'sign-up' for a new account. */
async function admit(
  services: Services,
  tx: Tx,
  { account, by }: { account: Account; by: 'email' | 'passkey' | 'call' | 'link' | 'sign-up' },
  attempt: Omit<SignInAttempt, 'email'>,
): Promise<SignedIn | Blocked> {
  const userId = account.id
  if (await isBlocked(tx, userId)) return { outcome: 'blocked' }
  const { rememberMe, browserHash, browser, oldSession } = attempt
  const now = services.clock.now()
  if (oldSession !== null) await deleteSession(tx, oldSession)
  const { isNew } = await rememberBrowser(tx, { userId, browserHash, now })
  if (by === 'link' || (isNew && by !== 'sign-up'))
    await giveNotice(services, tx, userId, { kind: 'signed-in', browser, ...(by !== 'email' && { by }) })
  // The owner or operator who made the link may have read the notification instead of the person.
  const last = await lastEventOf(tx, userId, ['signed-in', 'signed-in-by-link'])
  if (last?.kind === 'signed-in-by-link') await tellAgain(tx, userId, { kind: 'signed-in', since: last.at })
  const kind = by === 'link' ? 'signed-in-by-link' : 'signed-in'
  await noteAccountEvent(tx, { userId, now, from: attempt }, { kind })
  const session = await startSession(tx, { userId, remembered: rememberMe, browser, now })
  return { outcome: 'signed-in', account, session }
}

/** Takes an address, which somebody else now proves, from an account that never did. */
export async function dispossess(services: Services, tx: Tx, email: string): Promise<void> {
  const userId = await takeUnprovenEmail(tx, email)
  if (userId === null) return
  await giveNotice(services, tx, userId, { kind: 'email-lost' })
  await noteAccountEvent(tx, { userId, now: services.clock.now(), from: null }, { kind: 'email-lost' })
}

type AccountOpened = SignedIn | Blocked | { outcome: 'already-registered' } | LinkInvalid
/** `otp`: missing where no email is sent. */
type SignUpAttempt = SignInAttempt & { name: string; otp?: string | undefined; link?: string | undefined }

/** Creates the account once its code is right. */
export async function signUp(
  services: Services,
  attempt: SignUpAttempt,
): Promise<AccountOpened | CodeRefused | TooMany> {
  const { email, browserHash, ip } = attempt
  const owner = { address: email, purpose: 'signup', browserHash, ip } as const
  const tried = await withStrangersCode(services, owner, attempt.otp ?? '', (tx) => openAccount(services, tx, attempt))
  return tried.outcome === 'right' ? tried.value : tried
}

/**
 * Creates an account with only a link, where no email can prove an address. A refusal doesn't say whether it was the
 * link or an address in use, and counts for the network.
 */
export function join(services: Services, attempt: SignUpAttempt): Promise<AccountOpened | TooMany> {
  return spend(services, failedTries, { ip: attempt.ip }, async (): Promise<Work<AccountOpened>> => {
    const opened = await inTransaction(services.db, (tx) => openAccount(services, tx, attempt))
    return { result: opened, pays: opened.outcome === 'signed-in' ? 'nothing' : 'anyway' }
  })
}

/**
 * Creates an account, whose address is proven if email is sent, uses up the link, signs in and enqueues the welcome email,
 * all or nothing. The link is locked first and used up last, so an address that is taken leaves it as it was.
 */
async function openAccount(services: Services, tx: Tx, attempt: SignUpAttempt): Promise<AccountOpened> {
  const { config, clock, jobs } = services
  const { email, name } = attempt
  const now = clock.now()
  const link = attempt.link === undefined ? null : await lockLink(tx, hashOfSecret(attempt.link), now)
  const needsLink = config.signUp !== 'open' || attempt.link !== undefined
  if (needsLink && !(await opensAccount(config, tx, link))) return { outcome: 'link-invalid' }
  const emailProven = config.mail !== null
  if (emailProven) await dispossess(services, tx, email)
  const userId = await insertAccount(tx, { email, emailProven, name, now })
  const account = userId === null ? null : await findAccount(tx, { id: userId })
  // Another reader of this mailbox was faster, with their own code.
  if (account === null) return { outcome: 'already-registered' }
  if (link !== null) await deleteLink(tx, link.id)
  if (link?.kind === 'setup') {
    await makeOwner(tx, account.id)
    await noteAccountEvent(tx, { userId: account.id, now, from: attempt }, { kind: 'became-owner' })
  }
  await insertConsent(tx, { userId: account.id, kind: 'terms', from: attempt, now })
  if (emailProven) await jobs.enqueue(tx, welcomeJob, { userId: account.id })
  return admit(services, tx, { account, by: 'sign-up' }, attempt)
}
