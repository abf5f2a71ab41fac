import type { Instant } from '@reveille/core/time/time-zone'
import { insertSession } from './sessions.sql.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { hashOfSecret, newSecret } from '../platform/secrets.ts'

/** AUTH-7, counted from the sign-in: the longest a session lives, however much or little it is used (S20). */
const SESSION_MS = 24 * 60 * 60_000
const REMEMBERED_MS = 30 * SESSION_MS

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
