import type { Notice } from '@reveille/core/notices/notice'
import type { Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { insertNotice } from './notices.sql.ts'

/**
 * Tells a person something: it commits or vanishes with what it speaks of. The job that follows the commit rings the
 * bell on open pages, and mails what goes by mail.
 */
export async function giveNotice(services: Services, tx: Tx, userId: number, notice: Notice): Promise<void> {
  const { kind, ...detail } = notice
  const noticeId = await insertNotice(tx, { userId, kind, detail, createdAt: new Date(services.clock.now()) })
  await services.jobs.enqueue(tx, 'send-notice', { noticeId })
}
