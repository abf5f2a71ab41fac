import { noticeSubject, type Notice } from '@reveille/core/notices/notice'
import { noticeWords } from '@reveille/core/notices/notice-words'
import { letter, type Letter } from '../platform/mail/email-layout.ts'

const LINKS = {
  calls: { label: 'See your calls', path: '/call-history' },
  schedules: { label: 'See your schedules', path: '/dashboard' },
  phone: { label: 'Verify a phone number', path: '/phone-verification' },
  account: { label: 'Open your account', path: '/account' },
}

/** A notice as a mail. `when` is the call's local day and time; `optional`: the person may do without such mails. */
export function noticeLetter(
  notice: Notice,
  { when, publicUrl, optional }: { when: string; publicUrl: string; optional: boolean },
): Letter {
  const { title, sentences } = noticeWords(notice, when)
  const { label, path } = LINKS[noticeSubject(notice)]
  return letter({
    subject: title,
    headline: title,
    paragraphs: sentences,
    link: { label, url: publicUrl + path },
    ...(optional ? { choices: { label: 'Choose which mails you get', url: `${publicUrl}/account#mails` } } : {}),
  })
}
