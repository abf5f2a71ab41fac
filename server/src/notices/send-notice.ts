import { mailOf, noticeSubject, type Notice } from '@reveille/core/notices/notice'
import { momentText, noticeWords } from '@reveille/core/notices/notice-words'
import { letUsThrough } from '@reveille/core/phones/contact-card'
import { RETRIED_FOR_A_DAY, rowJob } from '../platform/jobs/jobs.ts'
import { spend } from '../platform/limits/budgets.ts'
import { alarmed, daily, goesOn, type Budgets } from '../platform/limits/declare-budget.ts'
import { layOutEmail, type Email } from '../platform/mail/email-layout.ts'
import type { Services } from '../platform/services.ts'
import { findNotice, type StoredNotice } from './notices.sql.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

export const noticeJob = rowJob('send-notice', 'noticeId', RETRIED_FOR_A_DAY)

/** Emails about calls and schedules. Notifications on pages have no budget. */
export const noticeMails: Budgets = ({ noticeMailsPerDay }) => [
  daily('notice-mails-per-person', 'person', 50),
  goesOn(alarmed(daily('notice-mails-of-a-day', 'all', noticeMailsPerDay))),
]

/** Updates the person's open pages, and sends the notification's email if there is one. */
export async function sendNotice(services: Services, { noticeId }: { noticeId: number }): Promise<void> {
  const { db, mailer, config, live } = services
  const row = await findNotice(db, noticeId)
  if (row === null) return
  live.publish(row.userId, 'notices')
  // Somebody else caused this, and the person's open pages still show the number as theirs, with upcoming calls.
  if (row.kind === 'number-moved' || row.kind === 'second-number-moved')
    live.publish(row.userId, 'account', 'schedules')
  const notice = noticeOf(row)
  const by = mailOf(notice)
  if (config.mail === null || row.email === null) return
  if (by === 'never' || (by !== 'always' && row.mailsOff.includes(by))) return
  const optional = by !== 'always'
  const areTwo = config.secondCarrier !== null
  const words = { when: localWords(row), publicUrl: config.publicUrl, optional, areTwo }
  const mail = {
    to: row.email,
    ...noticeEmail(notice, words),
    ...(optional ? { unsubscribeUrl: unsubscribeUrl(config, row.userId, by) } : {}),
  }
  // Frequent changes of schedules don't each send an email. What concerns the account itself is always sent.
  const subject = noticeSubject(notice)
  if (subject !== 'calls' && subject !== 'schedules') return void (await mailer.send(mail))
  // Paid once sent: the tries of an outage must not use up the budget of the email that they're for.
  await spend(services, noticeMails, { keys: { person: String(row.userId) } }, async () => ({
    result: await mailer.send(mail),
    pays: 'anyway',
  }))
}

const LINKS = {
  calls: { label: 'See your calls', path: '/call-history' },
  schedules: { label: 'See your schedules', path: '/dashboard' },
  phone: { label: 'Verify a phone number', path: '/phone-verification' },
  account: { label: 'Open your account', path: '/account' },
}

/** `when`: the call's local day and time. `optional`: the person may turn such emails off. `areTwo`: our numbers. */
export function noticeEmail(
  notice: Notice,
  {
    when,
    publicUrl,
    optional,
    areTwo = false,
  }: { when: string; publicUrl: string; optional: boolean; areTwo?: boolean },
): Email {
  const { title, sentences } = noticeWords(notice, when)
  const { label, path } =
    notice.kind === 'call-missed' && notice.next
      ? { label: 'Change it', path: `/schedule-call?id=${notice.next.scheduleId}` }
      : LINKS[noticeSubject(notice)]
  return layOutEmail({
    subject: title,
    paragraphs: sentences,
    link: { label, url: publicUrl + path },
    ...(notice.kind === 'call-missed' && { beside: letUsThrough("If your phone didn't ring", publicUrl, areTwo) }),
    ...(optional ? { choices: { label: 'Choose which emails you get', url: `${publicUrl}/account#mails` } } : {}),
  })
}

/** Only give-notice.ts writes notifications, in exactly this shape. */
export function noticeOf({ kind, detail }: Pick<StoredNotice, 'kind' | 'detail'>): Notice {
  return { kind, ...detail } as Notice
}

/** The local day and time of the notification's call; empty without one. */
export function localWords(row: Pick<StoredNotice, 'kind' | 'detail' | 'timezone'>): string {
  const notice = noticeOf(row)
  if (!('dueAt' in notice) || notice.dueAt === undefined) return ''
  return momentText(notice.dueAt, row.timezone ?? 'UTC')
}
