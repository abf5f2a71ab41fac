import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { REASONS, type ApiError } from '@reveille/contract/api-error'
import { endpoints } from '@reveille/contract/endpoints'
import { PRERENDERED } from '@reveille/contract/pages'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/harness/app/start-test-app.ts'
import { buildApp } from './app.ts'
import { inTransaction } from './platform/database/transaction.ts'

let app: TestApp
let folder: string
let server: FastifyInstance
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:00:00Z' })
  folder = await mkdtemp(join(tmpdir(), 'reveille-web-'))
  await mkdir(join(folder, 'assets'))
  const pages = ['index', 'login', 'signup', 'help', 'terms', 'privacy', 'app']
  for (const page of pages) await writeFile(join(folder, `${page}.html`), `<h1>${page}</h1>${' '.repeat(2000)}`)
  const canonical = '<link rel="canonical" href="%PUBLIC_URL%/terms">'
  const contact = '<a href="mailto:%CONTACT_EMAIL%">%CONTACT_EMAIL%</a>'
  await writeFile(join(folder, 'terms.html'), `<h1>terms</h1>${canonical}${contact}${' '.repeat(2000)}`)
  await writeFile(join(folder, 'assets', 'main-4f2a9c.js'), `export const a = 1${' '.repeat(2000)}`)
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  server = await buildApp(app.services, { webFolder: folder })
})
afterAll(async () => {
  await server.close()
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ method: 'GET', url, headers })

test("LEGAL-1 LINE-8 pages, API and security.txt contain the contact address: CONTACT_EMAIL, or the first owner's", async () => {
  const { config, db } = app.services
  const shown = async () => {
    const { body } = await get('/terms')
    const security = /mailto:(.*)/.exec((await get('/.well-known/security.txt')).body)?.[1]
    const told = (await get('/api/config')).json<{ contactEmail: string }>().contactEmail
    expect([security, told].map((address) => `<a href="mailto:${address}">${address}</a>`)).toEqual(
      Array(2).fill(/<a href="mailto.*<\/a>/.exec(body)?.[0]),
    )
    return told
  }
  expect(await shown()).toBe('hello@reveille.example')
  for (const [at, email] of ['first@example.com', 'second@example.com'].entries())
    await app.person({ email, phone: `+1202555015${at}` })
  for (const owner of ['second@example.com', 'first@example.com']) {
    await db.updateTable('users').set({ is_owner: true }).where('email', '=', owner).execute()
    expect(await shown()).toBe(owner)
  }
  Object.assign(config, { contactEmail: 'help@wake.example' })
  expect(await shown()).toBe('help@wake.example')
  Object.assign(config, { contactEmail: null })
})

test('S49 pages that contain the contact address share one query, so a flood of them leaves the database free', async () => {
  const { db } = app.services
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const { asked } = await inTransaction(db, async (tx) => {
    await sql`lock table users in access exclusive mode`.execute(tx)
    const pages = Promise.all(Array.from({ length: 8 }, () => get('/terms')))
    await expect.poll(async () => (await waiting.execute(db)).rows.length).not.toBe(0)
    expect((await get('/robots.txt')).statusCode).toBe(200)
    expect((await waiting.execute(db)).rows).toHaveLength(1)
    return { asked: pages }
  })
  expect((await asked).map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
})

test.each([
  ['/', 'index'],
  ['/login', 'login'],
  ['/signup', 'signup'],
  ['/help', 'help'],
  ['/terms', 'terms'],
  ['/privacy', 'privacy'],
  ['/dashboard', 'app'],
  ['/personalization', 'app'],
  ['/schedule-call?id=3', 'app'],
  ['/call-history', 'app'],
  ['/account', 'app'],
  ['/phone-verification', 'app'],
  ['/phone-verification-twilio', 'app'],
  ['/otp-verification', 'app'],
  ['/firebase-test', 'app'],
])('SHELL-7 %s serves its own page', async (url, page) => {
  const { statusCode, body, headers } = await get(url)
  expect({ statusCode, heading: /^<h1>.*<\/h1>/.exec(body)?.[0] }).toEqual({
    statusCode: 200,
    heading: `<h1>${page}</h1>`,
  })
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['cache-control']).toBe('no-cache')
})

test('WAKE-35 opening a page or changing something counts as a visit; polling, probes and the carrier do not', async () => {
  let visits = 0
  const counting = await buildApp(app.services, { webFolder: folder, visited: () => visits++ })
  const visitsOf = async (method: 'GET' | 'POST', url: string) => {
    const before = visits
    await counting.inject({ method, url })
    return visits - before
  }
  for (const url of ['/', '/dashboard', '/assets/main-4f2a9c.js']) expect(await visitsOf('GET', url)).toBe(1)
  expect(await visitsOf('POST', '/api/auth/login')).toBe(1)
  for (const url of ['/api/schedule', '/api/events', '/healthz', '/readyz']) expect(await visitsOf('GET', url)).toBe(0)
  expect(await visitsOf('POST', '/callbacks/status/x')).toBe(0)
  await counting.close()
})

test.each([
  ['/login/', '/login'],
  ['/dashboard/', '/dashboard'],
  ['/schedule-call/?id=3&then=//evil.example/', '/schedule-call?id=3&then=//evil.example/'],
])('SHELL-7 SHELL-12 %s redirects to the one address of its page', async (url, page) => {
  const { statusCode, headers } = await get(url)
  expect({ statusCode, location: headers.location }).toEqual({ statusCode: 308, location: page })
  expect((await server.inject({ method: 'HEAD', url })).statusCode).toBe(308)
  expect((await post(url, '{}')).statusCode).toBe(404)
})

test.each([
  '//evil.example/',
  '//evil.example/dashboard/',
  '//dashboard/',
  '/%5cevil.example/',
  '/%2f%2fevil.example/',
  '/dashboard//',
  '/nowhere/',
  '/api/schedule/',
])('SHELL-7 SHELL-12 the trailing slash of %s redirects nowhere', async (url) => {
  const { statusCode, headers } = await get(url)
  expect([403, 404]).toContain(statusCode)
  expect(headers).not.toHaveProperty('location')
})

test('LAND-4 a page names its canonical address, and search engines are pointed to the public pages only', async () => {
  const { publicUrl } = app.services.config
  expect((await get('/help')).body).not.toContain('PUBLIC_URL')
  const terms = await get('/terms')
  expect(terms.body).toContain(`<link rel="canonical" href="${publicUrl}/terms">`)
  expect((await get('/terms', { 'if-none-match': String(terms.headers['etag']) })).statusCode).toBe(304)
  const map = await get('/sitemap.xml')
  expect(map.headers['content-type']).toBe('application/xml; charset=utf-8')
  expect([...map.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual(
    ['/', '/login', '/signup', '/help', '/terms', '/privacy'].map((address) => `${publicUrl}${address}`),
  )
  const robots = await get('/robots.txt')
  expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(robots.body).toContain('Disallow: /api/\n')
  expect(robots.body).toContain('Disallow: /dashboard\n')
  expect(robots.body).toContain(`Sitemap: ${publicUrl}/sitemap.xml\n`)
})

test('OWNER-1 pages of a private installation are marked, and /signup has no page', async () => {
  const config = { ...app.services.config, signUp: 'invited' as const }
  const marked = await mkdtemp(join(tmpdir(), 'reveille-web-'))
  for (const name of Object.values(PRERENDERED)) await writeFile(join(marked, name), `<html lang="en">${name}`)
  await writeFile(join(marked, 'app.html'), '<html lang="en">shell')
  const other = await buildApp({ ...app.services, config }, { webFolder: marked })
  const page = async (url: string) => (await other.inject({ url })).body
  for (const url of ['/', '/login', '/dashboard', '/nowhere'])
    expect(await page(url)).toContain(' data-sign-up="invited"')
  expect(await page('/signup')).toBe(await page('/dashboard'))
  expect(await page('/sitemap.xml')).not.toContain('/signup')
  await other.close()
  await rm(marked, { recursive: true })
})

test('CARRIER-12 pages know that a second carrier may call, and are as before without one', async () => {
  const marked = await mkdtemp(join(tmpdir(), 'reveille-web-'))
  for (const name of [...Object.values(PRERENDERED), 'app.html'])
    await writeFile(join(marked, name), '<html lang="en">')
  const helpOf = async (secondCarrier: object | null) => {
    const config = { ...app.services.config, secondCarrier } as typeof app.services.config
    const other = await buildApp({ ...app.services, config }, { webFolder: marked })
    const { body } = await other.inject({ url: '/help' })
    await other.close()
    return body
  }
  expect(await helpOf(null)).toBe('<html lang="en">')
  expect(await helpOf(app.services.config.carrier)).toBe('<html data-numbers="2" lang="en">')
  await rm(marked, { recursive: true })
})

test.each(['/nowhere', '/dashboard/nowhere', '/app.html', '/login.html', '/../package.json', '/%2e%2e/package.json'])(
  'SHELL-7 any other path (%s) shows the not-found view',
  async (url) => {
    const { statusCode, body } = await get(url)
    expect({ statusCode, body: body.trim() }).toEqual({ statusCode: 404, body: '<h1>app</h1>' })
  },
)

test.each(['/api/nowhere', '/assets/gone-123.js', '/callbacks/nowhere'])(
  'a missing %s answers JSON, not a page',
  async (url) => {
    const { statusCode, headers } = await get(url)
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toContain('application/json')
  },
)

test('a file with a hash in its name is cached forever and compressed for clients that can read it', async () => {
  const { rawPayload, headers } = await get('/assets/main-4f2a9c.js', { 'accept-encoding': 'gzip, deflate, br, zstd' })
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(rawPayload).toString().trim()).toBe('export const a = 1')
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
})

test('a file that the build compressed is sent as it is, and compressed again for clients without Brotli', async () => {
  const code = `export const b = 2${' '.repeat(2000)}`
  const compressed = brotliCompressSync(code)
  await writeFile(join(folder, 'assets', 'built-7c1d0e.js'), code)
  await writeFile(join(folder, 'assets', 'built-7c1d0e.js.br'), compressed)
  const sent = async (encodings: string) => {
    const { rawPayload, headers } = await get('/assets/built-7c1d0e.js', { 'accept-encoding': encodings })
    expect(headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    return { encoding: headers['content-encoding'], payload: rawPayload }
  }
  expect(await sent('gzip, deflate, br, zstd')).toEqual({ encoding: 'br', payload: compressed })
  const zipped = await sent('gzip')
  expect(zipped.encoding).toBe('gzip')
  expect(gunzipSync(zipped.payload).toString()).toBe(code)
})

test('S50 over https, and only there, the server sends HSTS', async () => {
  expect((await get('/')).headers).not.toHaveProperty('strict-transport-security')
  const config = { ...app.services.config, publicUrl: 'https://wake.example' }
  const secure = await buildApp({ ...app.services, config })
  const { headers } = await secure.inject('/api/config')
  await secure.close()
  expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/)
})

test.each([
  [0, '10.0.0.1'],
  [1, '192.0.2.7'],
  [2, '198.51.100.9'],
])("S12 behind %i proxies the client's address is the one the outermost proxy saw", async (trustedProxies, address) => {
  const behind = await buildApp({ ...app.services, config: { ...app.services.config, trustedProxies } })
  behind.get('/seen', { config: { public: true } }, ({ ip }) => ip)
  const headers = { 'x-forwarded-for': '203.0.113.1, 198.51.100.9, 192.0.2.7' }
  expect((await behind.inject({ url: '/seen', remoteAddress: '10.0.0.1', headers })).body).toBe(address)
  await behind.close()
})

test('PHONE-4 Firebase hosts are allowed only on pages that use it, and only when configured', async () => {
  const firebase = { apiKey: 'k', authDomain: 'demo.firebaseapp.com', projectId: 'demo', emulatorHost: null }
  const withFirebase = await buildApp({ ...app.services, config: { ...app.services.config, firebase } })
  const policyOf = async (url: string) => String((await withFirebase.inject(url)).headers['content-security-policy'])
  expect(await policyOf('/phone-verification')).toContain('https://identitytoolkit.googleapis.com')
  expect(await policyOf('/phone-verification')).toContain('frame-src https://www.google.com')
  expect(await policyOf('/dashboard')).not.toContain('https:')
  await withFirebase.close()
})

const post = (url: string, payload: string, type = 'application/json') =>
  server.inject({ method: 'POST', url, payload, headers: { origin: app.url, 'content-type': type } })

test.each([
  ['invalid JSON', '{', 400, "The body isn't valid JSON."],
  ['a body that would change every object', '{"__proto__":{"isAdmin":true}}', 400, "The body isn't valid JSON."],
  ['nothing', '', 400, undefined],
  ['a list', '[]', 400, undefined],
  ['a very long body', JSON.stringify({ email: 'x'.repeat(70_000) }), 413, 'The body is too large.'],
])('API-1 %s is refused with words and a request id', async (_case, payload, status, message) => {
  const answer = await post('/api/auth/request-email-otp', payload)
  expect(answer.statusCode).toBe(status)
  const body = answer.json<ApiError>()
  expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/)
  if (message !== undefined) expect(body.message).toBe(message)
  expect(Object.keys(body).toSorted()).toEqual(['message', 'reason', 'requestId'])
  expect(body.reason).toBe('invalid-input')
})

test('API-1 an unauthenticated request for a private resource is told to sign in', async () => {
  const answer = await get('/api/schedule')
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toEqual({
    message: 'Authentication required. Please log in again.',
    reason: 'sign-in-required',
    requiresAuth: true,
    requestId: expect.any(String),
  })
})

test('API-1 an internal error reveals nothing about itself', async () => {
  const broken = await buildApp({ ...app.services, captcha: { ...app.services.captcha, challenge: fail } })
  const answer = await broken.inject('/api/captcha')
  await broken.close()
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({
    message: 'Server error. Please try again later',
    reason: 'internal',
    requestId: expect.any(String),
  })
})

function fail(): never {
  throw new Error('the secret is 42')
}

/** What the carrier requests during a call, and the clip it fetches. */
const OF_A_CALL = ['status', 'machine', 'voice', 'key', 'clip'].map((kind) => `/callbacks/${kind}`)

test("API-3 the document lists the API's resources with their bodies, and otherwise only call callbacks", async () => {
  const document = (await get('/api/openapi.json')).json<{
    openapi: string
    paths: Record<
      string,
      Record<string, { requestBody?: { content: Record<string, { schema: { required: string[] } }> } }>
    >
  }>()
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(['/api/auth/login', '/api/auth/send-otp', '/api/schedule', '/api/call/history']),
  )
  const beyond = Object.keys(document.paths).filter((path) => !path.startsWith('/api/'))
  expect(beyond.map((path) => path.split('/', 3).join('/'))).toEqual(OF_A_CALL)
  const login = document.paths['/api/auth/login']?.['post']?.requestBody?.content['application/json']?.schema
  expect(login?.required.toSorted()).toEqual(['email', 'otp'])
})

test('API-3 each operation has its own id, a summary, a group and its access rule', async () => {
  type Operation = { operationId: string; summary: string; tags: string[]; security: object[] }
  const { paths } = (await get('/api/openapi.json')).json<{ paths: Record<string, Record<string, Operation>> }>()
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  expect(operations.length).toBeGreaterThan(50)
  expect(operations.filter(({ summary, tags }) => !/^[A-Z]\w/.test(summary) || tags.length !== 1)).toEqual([])
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  expect(paths['/api/schedule/{id}/skip']?.['post']).toMatchObject({
    operationId: 'skipSchedule',
    summary: 'Skip schedule',
    tags: ['schedule'],
    security: [{ session: [] }],
  })
  expect(paths['/api/auth/login']?.['post']).toMatchObject({ security: [] })
})

test("API-3 API-5 each browser request has its body and its answer's fields in the document", async () => {
  type Operation = { requestBody?: object; responses: Record<string, { content?: object }> }
  const { paths } = (await get('/api/openapi.json')).json<{ paths: Record<string, Record<string, Operation>> }>()
  const [noBody, noAnswer]: [string[], string[]] = [[], []]
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const operation = paths[endpoint.path.replaceAll(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]
    const mayBeEmpty = !('body' in endpoint) || endpoint.body.safeParse(undefined).success
    if (!mayBeEmpty && operation?.requestBody === undefined) noBody.push(name)
    if (operation?.responses['200']?.content === undefined) noAnswer.push(name)
  }
  expect([noBody, noAnswer]).toEqual([[], []])
})

test('API-1 API-3 the document lists the reasons of a refusal', async () => {
  const document = (await get('/api/openapi.json')).json<{ paths: Record<string, object> }>()
  expect(document.paths['/api/auth/login']).toMatchObject({
    post: {
      responses: {
        '4XX': {
          content: {
            'application/json': {
              schema: { properties: { reason: { enum: REASONS } }, required: ['reason', 'message'] },
            },
          },
        },
      },
    },
  })
})

test('a running process is alive, and one whose database answers is ready', async () => {
  expect((await get('/healthz')).json()).toEqual({ status: 'alive' })
  expect((await get('/readyz')).statusCode).toBe(200)
})
