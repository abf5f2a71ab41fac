import type { PasskeyProof } from '@reveille/contract/passkeys'
import { FRESH_MS, IDLE_SESSION_MS, REMEMBERED_SESSION_MS, SESSION_MS } from '@reveille/core/sign-in/credentials'
import type { Instant } from '@reveille/core/time/time-zone'
import { findAccount } from '../people/people.sql.ts'
import { noteAccountEvent, type AskedFrom } from '../platform/audit/account-events.sql.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import { hashOfSecret, newSecret } from '../platform/secrets.ts'
import type { Services } from '../platform/services.ts'
import { reachOf } from './codes/request-code.ts'
import { withCode, type CodeTried } from './codes/with-code.ts'
import { hasPasskey, withPasskey, type PasskeyTried } from './passkeys/passkeys.ts'
import {
  deleteOtherSessions,
  deleteOtherWaysIn,
  deleteSession,
  deleteSessionsOf,
  insertSession,
  proveSession,
  touchSession,
  type Session,
} from './sessions.sql.ts'

/** The list of sessions shows the last use; writing it on every request would be too much. */
const NEAR_ENOUGH_MS = 10 * 60_000
const BROWSER_LENGTH = 200

export type StartedSession = {
  id: string
  /** The cookie's lifetime in seconds; null: until the browser closes. */
  cookieAgeS: number | null
}

type OwnSession = { userId: number; idHash: string }

/** Only the owner's cookie has the session's id. */
export async function startSession(
  tx: Tx,
  { userId, remembered, browser, now }: { userId: number; remembered: boolean; browser: string; now: Instant },
): Promise<StartedSession> {
  const id = newSecret()
  const session = { userId, remembered, signedInAt: now, lastSeenAt: now, browser: browser.slice(0, BROWSER_LENGTH) }
  await insertSession(tx, hashOfSecret(id), session, endOf(session, now))
  return { id, cookieAgeS: remembered ? REMEMBERED_SESSION_MS / 1000 : null }
}

/** When a session ends if it isn't used after `now`; use never extends it beyond its maximum life. */
const endOf = ({ remembered, signedInAt }: Pick<Session, 'remembered' | 'signedInAt'>, now: Instant): Instant =>
  remembered ? signedInAt + REMEMBERED_SESSION_MS : Math.min(signedInAt + SESSION_MS, now + IDLE_SESSION_MS)

export async function signOut({ db, live }: Services, { idHash, userId }: OwnSession): Promise<void> {
  await deleteSession(db, idHash)
  live.publish(userId, 'signed-out')
}

/** Ends a person's other sessions; open pages reconnect and find themselves signed out. */
export async function endOtherSessions(
  { db, clock, live }: Services,
  { userId, idHash }: OwnSession,
  from: AskedFrom,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await deleteOtherSessions(tx, userId, idHash)
    await noteAccountEvent(tx, { userId, now: clock.now(), from }, { kind: 'signed-out-elsewhere' })
  })
  live.publish(userId, 'signed-out', 'account')
}

/** In `tx`; the caller notifies open pages after the commit. */
export function endOtherSessionsIn(tx: Tx, { userId, idHash }: OwnSession): Promise<void> {
  return deleteOtherSessions(tx, userId, idHash)
}

/**
 * For a person whose session may have been stolen after `since`: also ends tokens, the calendar's address and newer
 * passkeys. In `tx`; the caller notifies open pages after the commit.
 */
export async function endOtherWaysIn(tx: Tx, session: OwnSession, since: Instant): Promise<void> {
  await endOtherSessionsIn(tx, session)
  await deleteOtherWaysIn(tx, session.userId, since)
}

/** In `tx`; the caller notifies open pages after the commit. */
export function endAllSessionsIn(tx: Tx, userId: number): Promise<void> {
  return deleteSessionsOf(tx, userId)
}

/** Extends the idle timeout of a session in use, at intervals. */
export async function markSessionUsed({ db, clock }: Services, idHash: string, session: Session): Promise<void> {
  const now = clock.now()
  if (now - session.lastSeenAt >= NEAR_ENOUGH_MS) await touchSession(db, idHash, { now, endsAt: endOf(session, now) })
}

/** When the person last proved who they are, at sign-in or later. */
export const provenAtOf = ({ signedInAt, provenAt }: Session): Instant => Math.max(signedInAt, provenAt ?? 0)

export const isFresh = (session: Session, now: Instant): boolean => now - provenAtOf(session) < FRESH_MS

/** `hasFreshSession` is enough for somebody with neither a passkey nor a way for a code to reach them. */
export type IdentityProof = { browserHash: string; from: AskedFrom; hasFreshSession?: boolean } & (
  | { otp: string }
  | { passkey: PasskeyProof }
)

/** Does something that takes a code sent for it to the person themselves, or their passkey. */
export async function withIdentity<R>(
  services: Services,
  { userId, purpose }: { userId: number; purpose: 'proof' | 'deletion' },
  proof: IdentityProof,
  use: (tx: Tx) => Promise<R | null>,
): Promise<CodeTried<R> | PasskeyTried<R>> {
  const { browserHash, from, hasFreshSession = false } = proof
  const asked = { purpose: `${purpose}:${userId}`, browserHash } as const
  if ('passkey' in proof) return withPasskey(services, { ...asked, from, userId }, proof.passkey, use)
  const reach = reachOf(services, await findAccount(services.db, { id: userId }))
  if (reach !== null) return withCode(services, { ...asked, address: reach.address }, proof.otp, use)
  if (!hasFreshSession || (await hasPasskey(services, services.db, userId))) return { outcome: 'no-code' }
  const value = await inTransaction(services.db, use)
  return value === null ? { outcome: 'no-code' } : { outcome: 'right', value }
}

export function proveAccount(services: Services, { userId, idHash }: OwnSession, proof: IdentityProof) {
  return withIdentity(services, { userId, purpose: 'proof' }, proof, async (tx) => {
    await proveSession(tx, idHash, services.clock.now())
    return 'proven' as const
  })
}
