import { createTransport } from 'nodemailer'
import type { Mailer } from '../ports/mailer.ts'

/** A mail server that does not answer must not hold a job longer than its lease. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Letters by SMTP. `url` names the server (smtp or smtps, with name and password when it wants them), `from` the
 * sender. Subjects and addresses are encoded by the library: a line break in one cannot begin a header (S13).
 */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer & { close(): void } {
  const transport = createTransport({ url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true }, { from })
  return {
    async send({ to, subject, text, html, unsubscribeUrl }) {
      const headers = unsubscribeUrl === undefined ? {} : oneClick(unsubscribeUrl)
      // An address object: what is in it is one mailbox and never a list (S13).
      await transport.sendMail({ to: { name: '', address: to }, subject, text, html, headers })
    },
    close: () => transport.close(),
  }
}

/** RFC 8058: the mail program posts, so that a scanner that follows links changes nothing. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
