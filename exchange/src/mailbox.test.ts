import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startSandbox } from './sandbox.ts'
import { mailbox } from './testing/handset.ts'

/** Sends each SMTP line after the response to the previous one. */
async function sayToServer(smtpUrl: string, lines: string[]): Promise<string[]> {
  const socket = connect(Number(new URL(smtpUrl).port), '127.0.0.1').setEncoding('utf8')
  const answers = [String((await once(socket, 'data'))[0])]
  for (const line of lines) {
    socket.write(`${line}\r\n`)
    answers.push(String((await once(socket, 'data'))[0]))
  }
  socket.destroy()
  return answers
}

const mail = (to: string, subject: string) => [
  'EHLO test',
  'MAIL FROM:<hello@reveille.test>',
  `RCPT TO:<${to}>`,
  'DATA',
  [
    'From: "Reveille" <hello@reveille.test>',
    `To: ${to}`,
    `Subject: =?utf-8?Q?${subject}_=E2=98=80?=`,
    'List-Unsubscribe: <https://reveille.test/stop>',
    'Content-Type: multipart/alternative; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Your code is 482913.',
    '--x',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Your code is <b>482913</b>.</p><script>alert(1)</script>',
    '--x--',
    '.',
  ].join('\r\n'),
]

test('an email to any address is accepted and parsed', async () => {
  await using sandbox = await startSandbox()
  const inbox = mailbox(sandbox.url)
  const waiting = inbox.expectMail('Ada@example.com')
  await sayToServer(sandbox.smtpUrl, mail('ada@example.com', 'Code'))
  expect(await waiting).toMatchObject({
    from: 'hello@reveille.test',
    to: ['ada@example.com'],
    subject: 'Code ☀',
    text: expect.stringContaining('Your code is 482913.'),
    html: expect.stringContaining('<b>482913</b>'),
    headers: { 'list-unsubscribe': '<https://reveille.test/stop>' },
  })
})

test('expectMail returns the emails of an address one at a time, oldest first', async () => {
  await using sandbox = await startSandbox()
  const inbox = mailbox(sandbox.url)
  for (const subject of ['One', 'Two']) await sayToServer(sandbox.smtpUrl, mail('ada@example.com', subject))
  await sayToServer(sandbox.smtpUrl, mail('bob@example.com', 'Three'))
  expect(await inbox.expectMail('ada@example.com')).toMatchObject({ subject: 'One ☀' })
  expect(await inbox.expectMail('ada@example.com')).toMatchObject({ subject: 'Two ☀' })
  await expect(inbox.expectMail('ada@example.com', 0)).rejects.toThrow('no mail came to ada@example.com')
  expect(await inbox.mails()).toHaveLength(3)
})

test("an email's HTML is served with a sandbox policy", async () => {
  await using sandbox = await startSandbox()
  await sayToServer(sandbox.smtpUrl, mail('ada@example.com', 'Code'))
  const { id } = await mailbox(sandbox.url).expectMail('ada@example.com')
  const shown = await fetch(`${sandbox.url}/sandbox/mails/${id}/html`)
  expect(shown.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
})
