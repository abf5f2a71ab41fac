import { touchSession, type Session } from './sessions.sql.ts'
import type { Services } from '../platform/services.ts'

/** The list of sessions says when each was last used; minutes are near enough, and every request would be too often. */
const NEAR_ENOUGH_MS = 10 * 60_000

/** Remembers, now and then, that a session is in use. */
export async function markSessionUsed({ db, clock }: Services, idHash: string, session: Session): Promise<void> {
  if (clock.now() - session.lastSeenAt >= NEAR_ENOUGH_MS) await touchSession(db, idHash, clock.now())
}
