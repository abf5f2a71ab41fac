import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { smtpMailer } from './smtp.adapter.ts'

const MAIL = { to: 'robin@example.com', subject: 'Your code', text: '012345', html: '<p>012345</p>' }

const ANSWERS: Record<string, string> = { STARTTLS: '502 not here', DATA: '354 go on' }

/** A mail server without encryption, and what it received. It listens on another address than the usual loopback. */
async function plainServer() {
  const commands: string[] = []
  let inMail = false
  const server = createServer((socket) => {
    socket.write('220 plain\r\n')
    socket.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\r\n').filter((one) => one !== '')) {
        if (!inMail) commands.push(line)
        if (inMail && line !== '.') continue
        inMail = line === 'DATA'
        socket.write(`${ANSWERS[line] ?? '250 fine'}\r\n`)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.2:${port}`, commands, [Symbol.dispose]: () => void server.close() }
}

test('S59 a remote mail server without encryption gets no code', async () => {
  using server = await plainServer()
  const mailer = smtpMailer({ url: server.url, from: 'wake@example.com' })
  await expect(mailer.send(MAIL)).rejects.toThrow(/^The mail server did not accept an email: ETLS/)
  mailer.close()
  expect(server.commands.filter((command) => /^(MAIL|RCPT|AUTH)/.test(command))).toEqual([])
})

test('S59 an operator with a private network can allow it', async () => {
  using server = await plainServer()
  const mailer = smtpMailer({ url: `${server.url}/?requireTLS=false`, from: 'wake@example.com' })
  await mailer.send(MAIL)
  mailer.close()
  expect(server.commands).toContain('RCPT TO:<robin@example.com>')
})
