import { createTransport } from 'nodemailer'
import { isOfThisMachine } from '../limits/subnet.ts'
import type { Mailer } from './mailer.ts'

/** A mail server that does not answer must not hold a job for longer than its lease. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Email by SMTP. `url` names the server (smtp or smtps, with name and password if it needs them), `from` the sender. The
 * library encodes subjects and addresses: a line break in one cannot begin a header (S13). No code crosses a network in
 * clear (S59): without TLS nothing is sent, unless the server is on this machine or `url` says `?requireTLS=false`.
 */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer & { close(): void } {
  const guards = { requireTLS: !isOfThisMachine(url), disableFileAccess: true, disableUrlAccess: true }
  const transport = createTransport({ url, ...TIMEOUTS, ...guards }, { from })
  return {
    async send({ to, subject, text, html, unsubscribeUrl }) {
      const headers = unsubscribeUrl === undefined ? {} : oneClick(unsubscribeUrl)
      // An address object is one mailbox and never a list (S13).
      const mail = { to: { name: '', address: to }, subject, text, html, headers }
      await transport.sendMail(mail).catch((error: unknown) => {
        throw notTaken(error)
      })
    },
    async greet() {
      await transport.verify().catch((error: unknown) => {
        throw notTaken(error)
      })
    },
    close: () => transport.close(),
  }
}

/** RFC 8058: the mail program posts, so that a scanner that follows links changes nothing. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Keeps the codes alone: a mail server's text quotes the address, and this goes to logs and job tables (S47). */
function notTaken(error: unknown): Error {
  const { originalCode, code, command, responseCode } = (error ?? {}) as Record<string, unknown>
  const codes = [originalCode, code, command, responseCode].filter((one) => one !== undefined)
  return new Error(`The mail server did not accept an email: ${codes.join(', ')}`)
}
