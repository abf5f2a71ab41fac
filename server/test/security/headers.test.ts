import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CalendarAddress } from '@reveille/contract/accounts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { fileAddress } from '../../src/speech/clips/address-clips.ts'
import type { Person } from '../harness/app/person.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'

const PAGES = ['index', 'login', 'signup', 'help', 'terms', 'privacy', 'app']

let app: TestApp
let folder: string
let server: FastifyInstance
let person: Person
let url: string
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:00:00Z' })
  person = await app.person()
  folder = await mkdtemp(join(tmpdir(), 'reveille-web-'))
  await mkdir(join(folder, 'assets'))
  for (const page of PAGES) await writeFile(join(folder, `${page}.html`), `<h1>${page}</h1>`)
  await writeFile(join(folder, 'assets', 'main-4f2a9c.js'), 'export const a = 1')
  const config = { ...app.services.config, publicUrl: 'https://wake.example' }
  server = await buildApp({ ...app.services, config }, { webFolder: folder })
  url = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.close()
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
]

/** The response to bytes that are not HTTP. */
const HARD =
  /^HTTP\/1\.1 400 [^]*nosniff\r[^]*content-security-policy: default-src 'none'[^]*\r\n\r\n\{"reason":"invalid-input","message":/

async function rawAnswer(bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  socket.write(bytes)
  await once(socket, 'close')
  return answer
}

type Answer = { status: number; headers: Record<string, string | string[] | undefined> }

/** Requests exactly this path, which a browser might have normalized. */
function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request({ hostname, port, method, path, headers: { cookie: person.cookie, ...headers } }, (answer) => {
    resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
    answer.destroy() // a stream never ends
  })
  sent.on('error', reject).end()
  return promise
}

function faultsOf({ headers }: Answer, path: string): string[] {
  const policy = String(headers['content-security-policy'])
  const expected: Record<string, RegExp> = {
    'x-content-type-options': /^nosniff$/,
    'referrer-policy': /^same-origin$/,
    'cross-origin-opener-policy': /^same-origin$/,
    'cross-origin-resource-policy': /^same-origin$/,
    'permissions-policy': /camera=\(\)/,
    'strict-transport-security': /^max-age=31536000/,
    ...(path.startsWith('/api/') && !path.endsWith('.ics') ? { 'cache-control': /^no-store$/ } : {}),
  }
  return [
    ...POLICY.filter((rule) => !policy.split('; ').includes(rule)),
    ...(/unsafe|https:|http:|\*/.test(policy) ? [policy] : []),
    ...Object.entries(expected)
      .filter(([name, value]) => !value.test(String(headers[name])))
      .map(([name]) => `${name}: ${String(headers[name])}`),
    ...['x-powered-by', 'server'].filter((name) => headers[name] !== undefined),
  ]
}

/** Paths that the API document does not list. */
async function beyondTheDocument(): Promise<[string, string][]> {
  await app.services.storage.put('speech/any.wav', Buffer.from('RIFF'), 'audio/wav')
  const { calendarUrl } = (await person.post<CalendarAddress>('/api/account/calendar/reset')).body
  const pages = ['/', '/login', '/signup', '/help', '/terms', '/privacy', '/dashboard', '/account', '/firebase-test']
  const got = [
    ...pages,
    '/nowhere',
    '/assets/main-4f2a9c.js',
    '/assets/gone.js',
    '/api/nowhere',
    '/api/openapi.json',
    '/api/events',
    new URL(calendarUrl).pathname,
    fileAddress(app.services)([['earcon']]),
    fileAddress(app.services)([['speech/any.wav']]),
    '/callbacks/clip/1/x/speech/any.wav',
    '/healthz',
    '/readyz',
    '/%zz',
    '/api/%zz',
    '/a%00b',
    `/${'x'.repeat(4_000)}`,
    '/../../etc/passwd',
    '//evil.example/',
  ]
  const other = ['HEAD', 'OPTIONS', 'PUT', 'TRACE', 'PROPFIND'].map((method): [string, string] => [
    method,
    '/api/schedule',
  ])
  return [...got.map((path): [string, string] => ['GET', path]), ...other, ['POST', '/callbacks/text'], ['POST', '/']]
}

test('S50 every response carries every security header: API, pages, files, audio, streams and errors', async () => {
  const { body } = await person.get<{ paths: Record<string, Record<string, unknown>> }>('/api/openapi.json')
  const listed = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method): [string, string] => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '1')]),
  )
  expect(listed.length).toBeGreaterThan(35)
  const found: Record<string, string[]> = {}
  const statuses = new Set<number>()
  for (const [method, path] of [...listed, ...(await beyondTheDocument())]) {
    const answer = await ask(method, path)
    statuses.add(answer.status)
    const faults = faultsOf(answer, path)
    if (faults.length > 0) found[`${method} ${path} ${answer.status}`] = faults
  }
  expect(found).toEqual({})
  expect(await rawAnswer('GET / HTTP/1.1\r\nhost: a\r\ncontent-length: x\r\n\r\n')).toMatch(HARD)
  expect(await rawAnswer('nonsense\r\n\r\n')).toMatch(HARD)
  for (const status of [200, 400, 403, 404]) expect([...statuses]).toContain(status)
})

test('S60 an installation publishes where to report a vulnerability, and until when that is valid', async () => {
  const answer = await fetch(`${url}/.well-known/security.txt`)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect((await answer.text()).split('\n')).toEqual([
    'Contact: mailto:hello@reveille.example',
    'Expires: 2027-07-14T00:00:00.000Z',
    'Preferred-Languages: en',
    'Canonical: https://wake.example/.well-known/security.txt',
    '',
  ])
})

test("SHELL-18 each answer carries our clock's time, which pages go by", async () => {
  for (const path of ['/api/auth/check', '/api/nowhere', '/']) {
    const { headers } = await ask('GET', path)
    expect(headers['date']).toBe('Fri, 15 Jan 2027 06:00:00 GMT')
  }
  await app.clock.advance({ seconds: 61 })
  expect((await ask('GET', '/api/auth/check')).headers['date']).toBe('Fri, 15 Jan 2027 06:01:01 GMT')
})
