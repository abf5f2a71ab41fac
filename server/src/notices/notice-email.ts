import { noticeSubject, type Notice } from '@reveille/core/notices/notice'
import { noticeWords } from '@reveille/core/notices/notice-words'
import { layOutEmail, type Email } from '../platform/mail/email-layout.ts'

const LINKS = {
  calls: { label: 'See your calls', path: '/call-history' },
  schedules: { label: 'See your schedules', path: '/dashboard' },
  phone: { label: 'Verify a phone number', path: '/phone-verification' },
  account: { label: 'Open your account', path: '/account' },
}

/** A notice as an email. `when` is the call's local day and time; `optional`: the person may turn such emails off. */
export function noticeEmail(
  notice: Notice,
  { when, publicUrl, optional }: { when: string; publicUrl: string; optional: boolean },
): Email {
  const { title, sentences } = noticeWords(notice, when)
  const { label, path } = LINKS[noticeSubject(notice)]
  return layOutEmail({
    subject: title,
    headline: title,
    paragraphs: sentences,
    link: { label, url: publicUrl + path },
    ...(optional ? { choices: { label: 'Choose which emails you get', url: `${publicUrl}/account#mails` } } : {}),
  })
}
