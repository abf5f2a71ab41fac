import type { Notice } from '@reveille/core/notices/notice'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { insertNotice, markUnread, replaceNotice, wasTold } from './notices.sql.ts'
import { noticeJob } from './send-notice.ts'

/** In the transaction of the change that it reports. A job then updates open pages, and sends any email. */
export async function giveNotice(services: Services, tx: Tx, userId: number, notice: Notice): Promise<void> {
  const { kind, ...detail } = notice
  const noticeId = await insertNotice(tx, { userId, kind, detail, createdAt: services.clock.now() })
  await services.jobs.enqueue(tx, noticeJob, { noticeId })
}

/** `giveNotice`, unless this person got one of its kind after `since`. */
export async function giveNoticeOnce(
  services: Services,
  tx: Tx,
  userId: number,
  { since, ...notice }: Notice & { since: Instant },
): Promise<void> {
  if (!(await wasTold(tx, userId, { kind: notice.kind, since }))) await giveNotice(services, tx, userId, notice)
}

/** Replaces the last notification of its kind, since what it reported was undone. It must be newer than `since`. */
export async function rewordNotice(
  services: Services,
  tx: Tx,
  userId: number,
  { since, ...notice }: Notice & { since: Instant },
): Promise<void> {
  const { kind, ...detail } = notice
  const noticeId = await replaceNotice(tx, { userId, kind, detail, since })
  if (noticeId !== null) await services.jobs.enqueue(tx, noticeJob, { noticeId })
}

/** Marks notifications unread again, because somebody else may have read them instead of the person. */
export const tellAgain = (tx: Tx, userId: number, what: { kind: Notice['kind']; since: Instant }): Promise<void> =>
  markUnread(tx, { userId, ...what })
