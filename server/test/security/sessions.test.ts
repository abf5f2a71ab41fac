import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import { logIn, mailedCode, signUp, visitor, type Visitor } from '../harness/app/visitor.ts'
import { dumpDatabase } from '../harness/database/dump-database.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:00:00Z', settings: { LIMIT_CODES_PER_IP: '1000' } })
})
afterAll(() => app[Symbol.asyncDispose]())

const SESSION = 'connect.sid'

async function isSignedIn(browser: Visitor): Promise<boolean> {
  return (await browser.get('/api/account/sessions')).status === 200
}

/** A browser with only these cookies. */
function holding(cookies: Record<string, string>): Visitor {
  const browser = visitor(app)
  for (const [name, value] of Object.entries(cookies)) browser.cookies.set(name, value)
  return browser
}

function cookieLine(browser: Visitor, name: string): string[] {
  const line = browser.lastSetCookies().find((cookie) => cookie.startsWith(`${name}=`)) ?? ''
  return line.split('; ').slice(1).toSorted()
}

test('S15 AUTH-9 a session id holds 256 random bits, and what the database stores opens nothing', async () => {
  const browser = visitor(app)
  await signUp(app, browser, 'theft@example.com')
  const id = browser.cookies.get(SESSION)!
  expect(Buffer.from(id, 'base64url')).toHaveLength(32)
  expect(await dumpDatabase(app.services.db)).not.toContain(id)
  const rows = await app.services.db.selectFrom('sessions').select('sid').execute()
  expect(rows.length).toBeGreaterThan(0)
  for (const { sid } of rows) expect(await isSignedIn(holding({ [SESSION]: sid }))).toBe(false)
})

test('S16 AUTH-9 signing in creates a new id, whatever the browser sent, and ends the previous session', async () => {
  const planted = 'A'.repeat(43)
  const browser = holding({ [SESSION]: planted })
  await signUp(app, browser, 'fixed@example.com')
  const first = browser.cookies.get(SESSION)!
  expect(first).not.toBe(planted)
  expect(await isSignedIn(holding({ [SESSION]: planted }))).toBe(false)
  await logIn(app, browser, 'fixed@example.com')
  expect(browser.cookies.get(SESSION)).not.toBe(first)
  expect(await isSignedIn(holding({ [SESSION]: first }))).toBe(false)
  expect(await isSignedIn(browser)).toBe(true)
})

test('AUTH-6 AUTH-7 session and companion cookie come, last and go together; the browser is known for a year', async () => {
  const browser = visitor(app)
  const email = 'lifetimes@example.com'
  const lifetimes = (...names: string[]) =>
    names.map((name) => cookieLine(browser, name).find((part) => /^(Max-Age|Expires)=/.test(part)) ?? 'until closed')
  await signUp(app, browser, email)
  expect(lifetimes(SESSION, 'reveille_session')).toEqual(['until closed', 'until closed'])
  await logIn(app, browser, email, true)
  const [month, year] = [30, 365].map((days) => `Max-Age=${days * 24 * 3600}`)
  expect(lifetimes(SESSION, 'reveille_session', 'reveille_browser')).toEqual([month, month, year])
  expect(cookieLine(browser, 'reveille_browser')).toContain('HttpOnly')
  await browser.post('/api/auth/logout')
  expect([...browser.cookies.keys()]).toEqual(['reveille_browser'])
})

test('S17 AUTH-6 over http the cookie is HttpOnly, Lax, for every path and only this host', async () => {
  const browser = visitor(app)
  const email = 'flags@example.com'
  await signUp(app, browser, email)
  expect(cookieLine(browser, SESSION)).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax'])
  expect(cookieLine(browser, 'reveille_session')).toEqual(['Path=/', 'SameSite=Lax'])
})

test('S17 AUTH-6 over https every cookie is Secure', async () => {
  const browser = visitor(app)
  const email = 'https@example.com'
  const otp = await mailedCode(app, browser, email)
  const config = { ...app.services.config, publicUrl: 'https://wake.example' }
  const secure = await buildApp({ ...app.services, config })
  const { headers } = await secure.inject({
    method: 'POST',
    url: '/api/auth/verify-email-otp',
    headers: { origin: 'https://wake.example', cookie: `reveille_browser=${browser.cookies.get('reveille_browser')}` },
    payload: { email, otp, name: 'Robin' },
  })
  await secure.close()
  const lines = [headers['set-cookie'] ?? []].flat()
  expect(lines).toHaveLength(3)
  for (const line of lines) expect(line).toMatch(/; Secure/)
})

/** What visitors may request. Everything else in the API needs a session. */
const PUBLIC = [
  '/api/config',
  '/api/contact.vcf',
  '/api/not-me', // by the secret in its body
  '/api/browser-fault',
  '/api/captcha',
  '/api/voices',
  '/api/voice/preview',
  '/api/calendar/', // by the secret in its path
  '/api/auth/check',
  '/api/auth/request-email-otp',
  '/api/auth/verify-email-otp',
  '/api/auth/link', // by the secret in its body
  '/api/auth/login',
  '/api/auth/passkey',
  '/api/auth/logout',
]

test('S17 AUTH-6 the companion cookie alone opens nothing', async () => {
  const { body } = await visitor(app).get<{ paths: Record<string, Record<string, unknown>> }>('/api/openapi.json')
  const operations = Object.entries(body.paths)
    .filter(([path]) => path.startsWith('/api/') && !PUBLIC.some((open) => path.startsWith(open)))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ path, method })))
  expect(operations.length).toBeGreaterThan(10)
  const cookie = 'reveille_session=1; connect.sid=1'
  for (const { path, method } of operations) {
    const url = app.url + path.replaceAll(/\{\w+\}/g, '1')
    const { status } = await fetch(url, { method: method.toUpperCase(), headers: { cookie, origin: app.url } })
    const refusal = path.startsWith('/api/people') ? 404 : 401 // only owners learn that People exists
    expect({ path, method, status }).toMatchObject({ status: refusal })
  }
})

test('S18 neither the responses about a session nor the cookie that scripts can read contain its id', async () => {
  const browser = visitor(app)
  const email = 'reader@example.com'
  const otp = await mailedCode(app, browser, email)
  const created = await browser.post('/api/auth/verify-email-otp', { email, otp, name: 'Reader' })
  const answers = [created, await browser.get('/api/auth/check'), await browser.get('/api/account/sessions')]
  const id = browser.cookies.get(SESSION)!
  for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(id)
  const readable = [...browser.cookies].filter(([name]) => name === 'reveille_session')
  expect(readable).toEqual([['reveille_session', '1']])
})

test('S19 AUTH-8 AUTH-9 after logout, or ending all others, an old cookie opens nothing', async () => {
  const email = 'replay@example.com'
  const [here, there] = [visitor(app), visitor(app)]
  await signUp(app, here, email)
  await logIn(app, there, email)
  const kept = { [SESSION]: there.cookies.get(SESSION)! }
  await here.post('/api/account/sessions/end-others')
  expect(await isSignedIn(holding(kept))).toBe(false)
  const left = { [SESSION]: here.cookies.get(SESSION)! }
  await here.post('/api/auth/logout')
  expect(await isSignedIn(holding(left))).toBe(false)
})

test.each([
  ['24 hours', false, { hours: 24 }, 8],
  ['30 days when remembered', true, { hours: 30 * 24 }, 72],
])('S20 AUTH-7 a session ends after %s, however much it is used', async (_case, rememberMe, life, every) => {
  const browser = visitor(app)
  const email = `life${life.hours}@example.com`
  await signUp(app, visitor(app), email)
  await logIn(app, browser, email, rememberMe)
  const cookie = holding({ [SESSION]: browser.cookies.get(SESSION)! })
  expect(cookieLine(browser, SESSION).includes('Max-Age=2592000')).toBe(rememberMe)
  for (let hours = 0; hours < life.hours - every; hours += every) {
    await app.clock.advance({ hours: every })
    expect(await isSignedIn(cookie)).toBe(true)
  }
  await app.clock.advance({ hours: every - 1, minutes: 59, seconds: 59 })
  expect(await isSignedIn(cookie)).toBe(true)
  await app.clock.advance({ seconds: 1 })
  expect(await isSignedIn(cookie)).toBe(false)
})

test('S20 AUTH-7 a session that is not remembered ends after twelve hours without use, and use postpones that', async () => {
  await signUp(app, visitor(app), 'idle@example.com')
  const [idle, justInTime, used, kept] = [visitor(app), visitor(app), visitor(app), visitor(app)]
  for (const browser of [idle, justInTime, used]) await logIn(app, browser, 'idle@example.com')
  await logIn(app, kept, 'idle@example.com', true)
  await app.clock.advance({ hours: 1 })
  expect(await isSignedIn(used)).toBe(true)
  await app.clock.advance({ hours: 10, minutes: 59, seconds: 59 })
  expect(await isSignedIn(justInTime)).toBe(true)
  await app.clock.advance({ seconds: 1 })
  expect(await isSignedIn(idle)).toBe(false)
  for (const browser of [justInTime, used, kept]) expect(await isSignedIn(browser)).toBe(true)
})

test('S21 PHONE-11 a session alone changes no phone: that takes a code sent to the new one', async () => {
  const person = await app.person({ phone: '+12025550121' })
  for (const otp of ['000000', '123456']) {
    expect((await person.post('/api/auth/verify-otp', { phone: '+12025550122', otp })).status).toBe(400)
  }
  expect((await person.get('/api/auth/check')).body).toMatchObject({ user: { phone: '+12025550121' } })
})
