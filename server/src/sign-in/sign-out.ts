import { deleteSession } from './sessions.sql.ts'
import type { Services } from '../platform/services.ts'

/** Ends a session on the server: its cookie opens nothing any more (AUTH-8), and its open pages are told. */
export async function signOut(
  { db, live }: Services,
  { idHash, userId }: { idHash: string; userId: number },
): Promise<void> {
  await deleteSession(db, idHash)
  live.publish(userId, 'signed-out')
}
