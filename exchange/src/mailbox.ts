import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Instant, Journal } from './state/journal.ts'
import type { Store } from './state/store.ts'

export type Mail = {
  id: string
  at: Instant
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  /** By lower-case name, for tests of headers that mail programs act on. */
  headers: Record<string, string>
  expected: boolean
}

export type Mailbox = ReturnType<typeof openMailbox>

/** Receives every email, to any address. */
export function openMailbox(journal: Journal, store: Store, changed: () => void) {
  const mails = store.load('mail') as Mail[]
  return {
    mails,
    keep(mail: Mail): void {
      mails.push(mail)
      store.save('mail', mail.id, mail)
      journal.add('mail-received', { id: mail.id, from: mail.from, to: mail.to, subject: mail.subject })
      changed()
    },
  }
}

/** Accepts any email to anybody, with any user name and password. */
export function smtpServer(mailbox: Mailbox, now: () => Instant): SMTPServer {
  return new SMTPServer({
    name: 'pretend-mailbox',
    banner: 'Pretend mailbox: nothing leaves this machine',
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    size: 10 * 1024 * 1024,
    logger: false,
    onAuth: (_auth, _session, callback) => callback(null, { user: 'anyone' }),
    async onData(stream, session, callback) {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      try {
        mailbox.keep(await readMail(stream, { to, now }))
        callback()
      } catch (error) {
        callback(error as Error)
      }
    },
  })
}

/** Resolves with the port once it listens on the loopback interface. */
export function listenForMail(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      // A client that disconnects mustn't stop the server.
      server.on('error', () => {})
      resolve((server.server.address() as AddressInfo).port)
    })
  })
}

type Delivery = { to: string[]; now: () => Instant }

async function readMail(stream: AsyncIterable<unknown>, { to, now }: Delivery): Promise<Mail> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  const parsed = await PostalMime.parse(Buffer.concat(chunks))
  return {
    id: randomUUID(),
    at: now(),
    from: parsed.from?.address ?? '',
    to,
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    headers: Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value])),
    expected: false,
  }
}
