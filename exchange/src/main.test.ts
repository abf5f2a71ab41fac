import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placeCall } from './testing/client.ts'
import { carrierLog, handset, unexpected } from './testing/handset.ts'
import { startSubscriber } from './testing/subscriber.ts'

const account = {
  accountSid: 'AC0123456789abcdef0123456789abcdef',
  authToken: 'a token of this test',
  phoneNumber: '+15005550006',
}
const environment = {
  SANDBOX_ACCOUNT_SID: account.accountSid,
  SANDBOX_AUTH_TOKEN: account.authToken,
  SANDBOX_PHONE_NUMBER: account.phoneNumber,
  SANDBOX_PORT: '0',
  SANDBOX_SMTP_PORT: '0',
}

/** Starts the program as a person does. `output` is its output up to the first whole line. */
async function startProgram(more: Record<string, string> = {}) {
  const main = join(import.meta.dirname, 'main.ts')
  const program = spawn(process.execPath, [main], { env: { PATH: process.env['PATH'], ...environment, ...more } })
  let output = ''
  const ready = new Promise<void>((resolve) => {
    const listen = (chunk: Buffer) => {
      output += String(chunk)
      if (output.includes('\n')) resolve()
    }
    program.stdout.on('data', listen)
    program.stderr.on('data', listen)
  })
  await ready
  const [url, smtpUrl] = output.match(/https?:\S+|smtp:[^)\s]+/g) ?? []
  return { program, output, sandbox: { ...account, url: url ?? '', smtpUrl: smtpUrl ?? '' } }
}

const codeOf = async (program: ChildProcess): Promise<number | null> =>
  program.exitCode ?? ((await once(program, 'exit'))[0] as number | null)

const asSandbox = (sandbox: typeof account & { url: string; smtpUrl: string }) => ({
  ...sandbox,
  apiUrl: sandbox.url,
  moreNumbers: [],
  close: () => Promise.resolve(),
  [Symbol.asyncDispose]: () => Promise.resolve(),
})

test('the sandbox prints its addresses in one line, and exits with 0 on SIGTERM', async () => {
  const { program, output } = await startProgram()
  expect(output).toMatch(/^Phone sandbox ready: http:\/\/127\.0\.0\.1:\d+ \(mail smtp:\/\/127\.0\.0\.1:\d+\)\n$/)
  program.kill('SIGTERM')
  expect(await codeOf(program)).toBe(0)
})

test('on a busy port, a sandbox of the same account exits with 0 and one of another account with 1', async () => {
  const first = await startProgram()
  const second = await startProgram({ SANDBOX_PORT: new URL(first.sandbox.url).port })
  expect(second.output).toBe(`Phone sandbox already running: ${first.sandbox.url}\n`)
  expect(await codeOf(second.program)).toBe(0)
  const other = await startProgram({ SANDBOX_PORT: new URL(first.sandbox.url).port, SANDBOX_ACCOUNT_SID: 'ACother' })
  expect(other.output).toContain('is taken by another program')
  expect(await codeOf(other.program)).toBe(1)
  first.program.kill('SIGTERM')
  await codeOf(first.program)
})

test.each(['SANDBOX_PORT', 'SANDBOX_SMTP_PORT'])('a busy %s stops the start with one line', async (setting) => {
  const squatter = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve))
  const { port } = squatter.address() as AddressInfo
  const { program, output } = await startProgram({ [setting]: String(port) })
  expect(output).toBe(
    `The phone sandbox did not start: port ${port} is taken by another program: stop it, or set ${setting} to a free port\n`,
  )
  expect(await codeOf(program)).toBe(1)
  squatter.close()
})

test('the sandbox never starts in production', async () => {
  const { program, output } = await startProgram({ NODE_ENV: 'production' })
  expect(output).toContain('never starts in production')
  expect(await codeOf(program)).toBe(1)
})

test('the log of the sandbox survives a kill, and a call that was ringing ends as failed, with a callback', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  await using subscriber = await startSubscriber()
  const first = await startProgram({ SANDBOX_DATA_DIR: folder })
  const phone = await handset(first.sandbox.url, '+61491570156')
  await placeCall(asSandbox(first.sandbox), subscriber.url, phone.number)
  const { sid } = await phone.expectCall()
  const before = await carrierLog(first.sandbox.url)
  first.program.kill('SIGKILL')
  await codeOf(first.program)

  const failed = new Promise<void>((resolve) => {
    subscriber.answer('/status', ({ parameters }) => {
      expect(parameters).toMatchObject({ CallSid: sid, CallStatus: 'failed', SequenceNumber: '2' })
      resolve()
      return { status: 204 }
    })
  })
  const second = await startProgram({ SANDBOX_DATA_DIR: folder })
  await failed
  const after = await carrierLog(second.sandbox.url)
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.slice(before.length)).toContainEqual(expect.objectContaining({ kind: 'ended', sid, status: 'failed' }))
  expect(await unexpected(second.sandbox.url)).toEqual({ calls: [], texts: [] })
  second.program.kill('SIGTERM')
  await codeOf(second.program)
  await rm(folder, { recursive: true })
})
