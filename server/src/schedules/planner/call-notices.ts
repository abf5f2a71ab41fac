import type { Notice } from '@reveille/core/notices/notice'
import type { Occurrence } from '@reveille/core/schedules/occurrence'
import { giveNotice } from '../../notices/give-notice.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { noticeDetails } from './occurrences.sql.ts'

type CallNotice = Extract<Notice, { dueAt: number; timezone: string; isLast: boolean }>
type Told<N> = N extends CallNotice ? Omit<N, 'timezone' | 'isLast'> : never

/** Notifies a person about a call, in its zone, and whether another one follows as things stand. */
export async function giveCallNotice(
  services: Services,
  tx: Tx,
  occurrence: Pick<Occurrence, 'id' | 'userId'>,
  notice: Told<CallNotice>,
): Promise<void> {
  const about = await noticeDetails(tx, occurrence.id)
  await giveNotice(services, tx, occurrence.userId, { ...notice, ...about } as Notice)
}
