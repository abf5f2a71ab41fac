import type { Services } from '../platform/services.ts'
import { markRead } from './notices.sql.ts'

/** Marks this notice and all before it as read; the person's other open pages learn it. */
export async function readNotices({ db, clock, live }: Services, userId: number, upTo: number): Promise<void> {
  await markRead(db, { userId, upTo, now: clock.now() })
  live.publish(userId, 'notices')
}
