import type { Instant } from '@reveille/core/time/time-zone'
import type { Tx } from '../platform/database/transaction.ts'
import { hashOfSecret, newSecret } from '../platform/secrets.ts'
import type { Services } from '../platform/services.ts'
import { insertSession, deleteSession, deleteOtherSessions, touchSession, type Session } from './sessions.sql.ts'

/** AUTH-7, counted from the sign-in: the longest a session lives, however much or little it is used (S20). */
const SESSION_MS = 24 * 60 * 60_000
const REMEMBERED_MS = 30 * SESSION_MS
/** The list of sessions says when each was last used; minutes are near enough, and every request would be too often. */
const NEAR_ENOUGH_MS = 10 * 60_000
const BROWSER_LENGTH = 200

export type StartedSession = {
  id: string
  /** How long the cookie lives, in seconds; null: until the browser is closed. */
  cookieAgeS: number | null
}

/** A new session under a new id (AUTH-9); only its owner's cookie ever holds the id itself. */
export async function startSession(
  tx: Tx,
  { userId, remembered, browser, now }: { userId: number; remembered: boolean; browser: string; now: Instant },
): Promise<StartedSession> {
  const id = newSecret()
  const session = { userId, remembered, signedInAt: now, lastSeenAt: now, browser: browser.slice(0, BROWSER_LENGTH) }
  await insertSession(tx, hashOfSecret(id), session, now + (remembered ? REMEMBERED_MS : SESSION_MS))
  return { id, cookieAgeS: remembered ? REMEMBERED_MS / 1000 : null }
}

/** Ends a session on the server: its cookie opens nothing any more (AUTH-8), and its open pages are told. */
export async function signOut(
  { db, live }: Services,
  { idHash, userId }: { idHash: string; userId: number },
): Promise<void> {
  await deleteSession(db, idHash)
  live.publish(userId, 'signed-out')
}

/** Ends every session of this person but the one that asks (AUTH-9); open pages come back and find themselves out. */
export async function endOtherSessions(
  { db, live }: Services,
  { userId, idHash }: { userId: number; idHash: string },
): Promise<void> {
  await deleteOtherSessions(db, userId, idHash)
  live.publish(userId, 'signed-out')
}

/** Remembers, now and then, that a session is in use. */
export async function markSessionUsed({ db, clock }: Services, idHash: string, session: Session): Promise<void> {
  if (clock.now() - session.lastSeenAt >= NEAR_ENOUGH_MS) await touchSession(db, idHash, clock.now())
}
