import { deleteOtherSessions } from './sessions.sql.ts'
import type { Services } from '../platform/services.ts'

/** Ends every session of this person but the one that asks (AUTH-9); open pages come back and find themselves out. */
export async function endOtherSessions(
  { db, live }: Services,
  { userId, idHash }: { userId: number; idHash: string },
): Promise<void> {
  await deleteOtherSessions(db, userId, idHash)
  live.publish(userId, 'signed-out')
}
