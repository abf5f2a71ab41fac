import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startLineExchange } from './line-exchange.ts'

const account = { accountSid: 'AC0123456789abcdef0123456789abcdef', authToken: 'a token of this test' }

async function startLine(asteriskUrl: string) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-line-'))
  const warnings: string[] = []
  const exchange = await startLineExchange({
    ...account,
    host: '127.0.0.1',
    port: 0,
    dataDir,
    voiceUrl: null,
    asterisk: { url: asteriskUrl, user: 'reveille', password: 'wrong' },
    phones: { '+49301234561': 'PJSIP/601' },
    dial: null,
    lineNumber: '+49301234560',
    linesAtOnce: 2,
    warn: (what) => void warnings.push(what),
  })
  const login = Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64')
  return {
    warnings,
    async ask(method: string, address: string, fields?: Record<string, string>) {
      const answer = await fetch(exchange.url + address, {
        method,
        headers: { authorization: `Basic ${login}` },
        ...(fields && { body: new URLSearchParams(fields) }),
      })
      const body = (await answer.json()) as Record<string, unknown>
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body }
    },
    async [Symbol.asyncDispose]() {
      await exchange.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const api = `/2010-04-01/Accounts/${account.accountSid}`
const call = (To: string) => ({ To, From: '+49301234560', Url: 'http://127.0.0.1:9/voice' })
const NOBODY = 'http://127.0.0.1:9/ari'

test('LINE-2 without Asterisk a call is refused with 429 and Retry-After, and a number that no setting reaches with 400', async () => {
  await using line = await startLine(NOBODY)
  const refused = await line.ask('POST', `${api}/Calls.json`, call('+49301234561'))
  expect(refused).toMatchObject({ status: 429, retryAfter: '15' })
  expect(await line.ask('POST', `${api}/Calls.json`, call('+4940123456'))).toMatchObject({
    status: 400,
    body: { code: 21215 },
  })
  expect((await line.ask('GET', `${api}/Calls.json`)).body).toMatchObject({ calls: [] })
  await line.ask('GET', `${api}/Line.json`)
  expect(line.warnings).toEqual([`Asterisk does not answer at ${NOBODY}`])
})

test('LINE-5 a real line answers nothing of the sandbox: no page, no commands, no faults, no mailbox, no texts', async () => {
  await using line = await startLine(NOBODY)
  const sandboxs = ['/', '/sandbox/health', '/sandbox/faults', '/sandbox/mails', '/sandbox/log']
  for (const address of sandboxs) expect(await line.ask('GET', address)).toMatchObject({ status: 404 })
  expect((await line.ask('POST', `${api}/Messages.json`, { To: '+49301234561' })).status).toBe(501)
})

test('LINE-5 a real line loads no module of the sandbox', async () => {
  const loaded = new Set<string>()
  await follow(path.join(import.meta.dirname, 'line-exchange.ts'), loaded)
  const names = [...loaded].map((file) => path.relative(import.meta.dirname, file))
  expect(names).toContain('telephone/own-line.ts')
  const only =
    /^(control|page|texts)\/|^(sandbox|faults|mailbox|handset)\.ts|^line\/(browser|scripted)|^rest\/(messages|verifications)/
  // Reading a text's length is shared with the list of calls.
  expect(names.filter((name) => only.test(name) && name !== 'texts/text-message.ts')).toEqual([])
})

/** Follows what a module loads when it runs. */
async function follow(file: string, loaded: Set<string>): Promise<void> {
  if (loaded.has(file)) return
  loaded.add(file)
  const imports = (await readFile(file, 'utf8')).matchAll(/^(?:import|export)(?! type) [^'"]*['"](\.[^'"]+)['"]/gm)
  for (const [, target = ''] of imports) await follow(path.resolve(path.dirname(file), target), loaded)
}

test('LINE-6 the report names a password that Asterisk refuses, as a setting to correct', async () => {
  const asterisk = createServer((_request, response) => response.writeHead(401).end())
  await new Promise<void>((resolve) => asterisk.listen(0, '127.0.0.1', resolve))
  try {
    await using line = await startLine(`http://127.0.0.1:${(asterisk.address() as AddressInfo).port}/ari`)
    const { body } = await line.ask('GET', `${api}/Line.json`)
    const todo = 'correct ASTERISK_USER and ASTERISK_PASSWORD (ari.conf)'
    expect(body).toEqual({
      findings: [{ what: 'Asterisk', state: 'wrong', says: 'it refuses our user or password', todo, isSetting: true }],
    })
    expect(line.warnings).toEqual(['Asterisk refuses ASTERISK_USER and ASTERISK_PASSWORD'])
  } finally {
    asterisk.close()
  }
})
