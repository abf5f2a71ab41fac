import { SETUP_LINK_MS, SIGN_IN_LINK_MS } from '@reveille/core/sign-in/credentials'
import type { Instant } from '@reveille/core/time/time-zone'
import { claimOf } from '../../people/owners.sql.ts'
import { findAccount, type Account } from '../../people/people.sql.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { claimRun } from '../../platform/database/installation.sql.ts'
import { inTransaction, type Tx } from '../../platform/database/transaction.ts'
import { spend, type Work } from '../../platform/limits/budgets.ts'
import { hashOfSecret, newSecret } from '../../platform/secrets.ts'
import type { Services } from '../../platform/services.ts'
import type { TooMany } from '../codes/email-code-limits.ts'
import { failedTries } from '../codes/with-code.ts'
import { hasPasskey } from '../passkeys/passkeys.ts'
import {
  deleteLinksLike,
  deleteLinksOf,
  findLink,
  insertLink,
  type Link,
  openInvitations,
  withdrawLink,
} from './links.sql.ts'

/** The secret comes after the #, which browsers never send. The database has only its hash. */
export async function makeLink(
  { config, clock }: Services,
  tx: Tx,
  link: Pick<Link, 'kind' | 'madeBy' | 'forUser' | 'name'> & { lifeMs: number },
): Promise<{ id: number; url: string; expiresAt: Instant }> {
  const secret = newSecret()
  const createdAt = clock.now()
  const expiresAt = createdAt + link.lifeMs
  const id = await insertLink(tx, hashOfSecret(secret), { ...link, createdAt, expiresAt })
  return { id, url: `${config.publicUrl}/join#${secret}`, expiresAt }
}

/** A setup link makes the first account; an invitation makes one while people may be invited. */
export async function opensAccount({ signUp }: Config, db: Database, link: Link | null): Promise<boolean> {
  if (link?.kind === 'setup') return (await claimOf(db)).accounts === 0
  return link?.kind === 'invitation' && signUp !== 'closed'
}

type LinkFound = { outcome: 'found'; link: Link }
export type LinkInvalid = { outcome: 'link-invalid' }

/** Finds a link by its secret without using it up. Guesses count for their network, like wrong codes. */
export function findOpenLink(
  services: Services,
  { secret, ip }: { secret: string; ip: string },
): Promise<LinkFound | LinkInvalid | TooMany> {
  return spend(services, failedTries, { ip }, async (): Promise<Work<LinkFound | LinkInvalid>> => {
    const link = await findLink(services.db, hashOfSecret(secret), services.clock.now())
    const works = link?.kind === 'sign-in' || (await opensAccount(services.config, services.db, link))
    if (link === null || !works) return { result: { outcome: 'link-invalid' }, pays: 'anyway' }
    return { result: { outcome: 'found', link }, pays: 'nothing' }
  })
}

/** Whether this installation needs an owner. A sandbox that anybody may sign up to doesn't. */
const isSomebodys = ({ realPhones, signUp }: Config): boolean => realPhones || signUp !== 'open'

/** A new link that makes the first account, the owner's. Null if there is one, or nobody needs to be the owner. */
export function makeSetupLink(services: Services): Promise<string | null> {
  return inTransaction(services.db, async (tx) => {
    if (!isSomebodys(services.config) || (await claimOf(tx)).accounts > 0) return null
    const link = { kind: 'setup', madeBy: null, forUser: null, name: null, lifeMs: SETUP_LINK_MS } as const
    await deleteLinksLike(tx, link)
    return (await makeLink(services, tx, link)).url
  })
}

/** `madeBy`: the owner who makes it; null for an operator, whose link requires nothing else. */
export async function makeSignInLink(services: Services, tx: Tx, who: { userId: number; madeBy: number | null }) {
  const { userId: forUser, madeBy } = who
  const link = { kind: 'sign-in', madeBy, forUser, name: null, lifeMs: SIGN_IN_LINK_MS } as const
  await deleteLinksLike(tx, link)
  return makeLink(services, tx, link)
}

/** What a sign-in link also requires: one of these. Nothing if the person has neither, or an operator made it. */
export async function linkTakes(
  services: Pick<Services, 'config'>,
  db: Database,
  { madeBy, forUser }: Link,
): Promise<{ takes: ('call' | 'passkey')[]; person: Account | null }> {
  const person = forUser === null ? null : await findAccount(db, { id: forUser })
  if (person === null || madeBy === null) return { takes: [], person }
  const call = person.phoneVerified ? ['call' as const] : []
  const passkey = (await hasPasskey(services, db, person.id)) ? ['passkey' as const] : []
  return { takes: [...call, ...passkey], person }
}

const ONE_OF_ALL_PROCESSES_MS = 60_000

/**
 * What to print at startup about sign-up and ownership, for the log and for a terminal. A setup link opens the
 * installation, so it never goes into a log, and only one of several processes that start makes one.
 */
export async function sayWhoseItIs(
  services: Services,
  { isTerminal }: { isTerminal: boolean },
): Promise<{ warning: string | null; setupLink: string | null }> {
  const { config, db, clock } = services
  const { accounts, isOwned } = await claimOf(db)
  if (!isSomebodys(config) || isOwned) return { warning: null, setupLink: null }
  if (accounts > 0) return { warning: withoutOwner(config), setupLink: null }
  const prints = isTerminal && (await claimRun(db, 'setup link', clock.now(), ONE_OF_ALL_PROCESSES_MS))
  const setupLink = prints ? await makeSetupLink(services) : null
  const warning = 'Nobody has an account yet: npm run ops -- welcome prints a link that makes the first one, the owner.'
  return { warning: setupLink === null ? warning : null, setupLink }
}

function withoutOwner({ signUp, isSignUpSet }: Config): string | null {
  const owner = 'Nobody is its owner yet: npm run ops -- owner ADDRESS.'
  if (isSignUpSet) return signUp === 'open' ? null : owner
  return `Only invited people can sign up now (SIGN_UP is unset); SIGN_UP=open lets everybody sign up again. ${owner}`
}

/** Invitations that nobody used yet, latest first. */
export const listInvitations = ({ db, clock }: Services): Promise<Link[]> => openInvitations(db, clock.now())

/** False when the invitation was used or withdrawn before. */
export const withdrawIn = (tx: Tx, id: number): Promise<boolean> => withdrawLink(tx, id)

/** For a person who is blocked: deletes the links that they made or could sign in with. */
export const endLinksOf = (tx: Tx, userId: number): Promise<void> => deleteLinksOf(tx, userId)
