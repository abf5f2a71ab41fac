import { mailOf } from '@reveille/core/notices/notice'
import type { Services } from '../platform/services.ts'
import { noticeLetter } from './notice-email.ts'
import { localWords, noticeOf } from './notice-view.ts'
import { findNotice } from './notices.sql.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

/** Rings the bell on the person's open pages, and mails the notice if it goes by mail; nothing when it is gone. */
export async function sendNotice(
  { db, mailer, config, live }: Services,
  { noticeId }: { noticeId: number },
): Promise<void> {
  const row = await findNotice(db, noticeId)
  if (row === null) return
  live.publish(row.user_id, 'notices')
  // Somebody else did this: open pages still show the number as theirs, and calls to come.
  if (row.kind === 'number-moved')
    for (const changed of ['account', 'schedules'] as const) live.publish(row.user_id, changed)
  const notice = noticeOf(row)
  const by = mailOf(notice)
  if (by === 'never' || (by !== 'always' && row.mails_off.includes(by))) return
  const optional = by !== 'always'
  const words = { when: localWords(row), publicUrl: config.publicUrl, optional }
  await mailer.send({
    to: row.email,
    ...noticeLetter(notice, words),
    ...(optional ? { unsubscribeUrl: unsubscribeUrl(config, row.user_id, by) } : {}),
  })
}
