import { createTransport } from 'nodemailer'
import { isOfThisMachine } from '../limits/subnet.ts'
import type { Mailer } from './mailer.ts'

/** A silent mail server must not hold a job longer than its lease. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Email by SMTP. The library encodes subjects and addresses, so a line break can't inject a header. Requires TLS, since
 * emails hold codes, unless the server is on this machine or `url` says `?requireTLS=false`.
 */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer & { close(): void } {
  const guards = { requireTLS: !isOfThisMachine(url), disableFileAccess: true, disableUrlAccess: true }
  const transport = createTransport({ url, ...TIMEOUTS, ...guards }, { from })
  return {
    async send({ to, subject, text, html, unsubscribeUrl }) {
      if (to === null) return false
      const headers = unsubscribeUrl === undefined ? {} : oneClick(unsubscribeUrl)
      // An address object is always one mailbox, never a list.
      const mail = { to: { name: '', address: to }, subject, text, html, headers }
      await transport.sendMail(mail).catch((error: unknown) => {
        throw notTaken(error)
      })
      return true
    },
    async greet() {
      await transport.verify().catch((error: unknown) => {
        throw notTaken(error)
      })
    },
    close: () => transport.close(),
  }
}

/** RFC 8058: the mail program posts, so a scanner that follows links changes nothing. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Keeps only the codes: a mail server's text quotes the address, and this goes to logs and job tables. */
function notTaken(error: unknown): Error {
  const { originalCode, code, command, responseCode } = (error ?? {}) as Record<string, unknown>
  const codes = [originalCode, code, command, responseCode].filter((one) => one !== undefined)
  return new Error(`The mail server did not accept an email: ${codes.join(', ')}`)
}
