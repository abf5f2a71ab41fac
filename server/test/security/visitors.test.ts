import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import { mailedCode, otherThan, signUp, solvedCaptcha, visitor } from '../harness/app/visitor.ts'

const NOW = '2027-01-15T06:00:00Z'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: NOW, settings: { LIMIT_CODES_PER_IP: '1000' } })
})
afterAll(() => app[Symbol.asyncDispose]())

/** How many codes are sent when every request claims another IP address, with a limit of two an hour. */
async function codesSent(settings: Record<string, string>, forwardedFor: (n: number) => string): Promise<number> {
  await using limited = await startTestApp({ now: NOW, settings: { LIMIT_CODES_PER_IP: '2', ...settings } })
  let sent = 0
  for (let n = 1; n <= 5; n++) {
    const headers = { 'x-forwarded-for': forwardedFor(n) }
    const { status } = await visitor(limited).post(
      '/api/auth/request-email-otp',
      { email: `r${n}@example.com` },
      headers,
    )
    if (status === 200) sent += 1
  }
  return sent
}

test.each([
  ['is not believed without a proxy', {}, (n: number) => `203.0.113.${n}`, 2],
  [
    'is not believed beyond what the proxy saw',
    { TRUST_PROXY: 'on' },
    (n: number) => `203.0.113.${n}, 198.51.100.7`,
    2,
  ],
  ["with a port is the same visitor's", { TRUST_PROXY: 'on' }, (n: number) => `203.0.113.7:${5000 + n}`, 2],
  ['tells visitors apart behind a proxy', { TRUST_PROXY: 'on' }, (n: number) => `10.0.0.1, 203.0.113.${n}`, 5],
])('S12 an address in X-Forwarded-For %s', async (_case, settings, forwardedFor, sent) => {
  expect(await codesSent(settings, forwardedFor)).toBe(sent)
})

test.each([
  ['a line break and a header', 'robin@example.com\r\nBcc: everybody@example.com'],
  ['a second address', 'robin@example.com, everybody@example.com'],
  ['a name in brackets', 'Robin <robin@example.com>'],
  ['a look-alike letter', 'rоbin@example.com'],
  ['more characters than mail can carry', `${'r'.repeat(300)}@example.com`],
  ['a list', ['robin@example.com']],
])('S13 an email address with %s is refused', async (_case, email) => {
  expect((await visitor(app).post('/api/auth/request-email-otp', { email })).status).toBe(400)
})

test('S13 differently written forms of one address are the same', async () => {
  await signUp(app, visitor(app), 'case@example.com')
  for (const email of ['  CASE@Example.COM ', 'case@example.com\0']) {
    const answer = await visitor(app).post('/api/auth/request-email-otp', { email })
    expect(answer.body).toMatchObject({ type: 'login' })
  }
})

test('S13 a line break in a name creates no header and no second recipient', async () => {
  await signUp(app, visitor(app), 'named@example.com', 'Eve\r\nBcc: victim@example.com\r\n\r\nHello')
  const { headers, to } = await app.mailbox.expectMail('named@example.com')
  expect(to).toEqual(['named@example.com'])
  expect(headers).not.toHaveProperty('bcc')
  expect(await app.mailbox.mails('victim@example.com')).toEqual([])
})

/** The app with its queries recorded. */
async function watchedApp() {
  const asked: string[] = []
  const watch: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const watched = await buildApp({ ...app.services, db: app.services.db.withPlugin(watch) })
  const post = async (url: string, payload: object, cookie = '') => {
    asked.length = 0
    const headers = { origin: app.services.config.publicUrl, cookie }
    const { statusCode, json } = await watched.inject({ method: 'POST', url, headers, payload })
    return { status: statusCode, body: json() as object, work: [...asked] }
  }
  return { post, [Symbol.asyncDispose]: () => watched.close() }
}

test('S14 a code request does the same work with and without an account', async () => {
  await signUp(app, visitor(app), 'holder@example.com')
  await using watched = await watchedApp()
  const request = (email: string) => watched.post('/api/auth/request-email-otp', { email })
  const [known, unknown] = [await request('holder@example.com'), await request('nobody@example.com')]
  expect(known.work.length).toBeGreaterThan(3)
  expect(unknown.work).toEqual(known.work)
  expect(unknown.status).toBe(known.status)
  expect(Object.keys(unknown.body)).toEqual(Object.keys(known.body))
  await app.clock.advance({ ms: 0 })
})

test.each(['/api/auth/login', '/api/auth/verify-email-otp'])(
  'S14 %s answers a wrong code the same with and without an account, even after a code request',
  async (path) => {
    const holder = `holder${path.length}@example.com`
    await signUp(app, visitor(app), holder)
    await using watched = await watchedApp()
    const answers = []
    for (const email of [holder, `nobody${path.length}@example.com`]) {
      const [fresh, asked] = [visitor(app), visitor(app)]
      const otp = otherThan(await mailedCode(app, asked, email))
      for (const browser of [fresh, asked]) {
        const cookie = `reveille_browser=${browser.cookies.get('reveille_browser') ?? ''}`
        const { status, body, work } = await watched.post(path, { email, otp, name: 'Robin' }, cookie)
        answers.push({ status, work, body: { ...body, requestId: '' } })
      }
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  },
)

test('S14 PHONE-11 requesting a text never reveals that another account holds the number', async () => {
  await app.person({ phone: '+12025550131' })
  const browser = visitor(app)
  await signUp(app, browser, 'curious@example.com')
  const answers = []
  for (const number of ['+12025550131', '+12025550132']) {
    const phone = await app.phone(number)
    const captcha = await solvedCaptcha(browser)
    const { status, body } = await browser.post('/api/auth/send-otp', { phone: number, captcha })
    answers.push({ status, body })
    await phone.expectText()
  }
  expect(answers[1]).toEqual(answers[0])
})

test('S14 CODE-4 wrong, void, used and expired codes cost the same work', async () => {
  const email = 'work@example.com'
  await signUp(app, visitor(app), email)
  await using watched = await watchedApp()
  /** Tries a code in a browser after `before`. */
  async function workAfter(before: (otp: string, login: (otp: string) => Promise<unknown>) => Promise<unknown>) {
    const browser = visitor(app)
    const otp = await mailedCode(app, browser, email)
    const cookie = `reveille_browser=${browser.cookies.get('reveille_browser')}`
    const login = (typed: string) => watched.post('/api/auth/login', { email, otp: typed }, cookie)
    await before(otp, login)
    const { work, status } = await login(otherThan(otp))
    return { work, status }
  }
  const wrong = await workAfter(async () => undefined)
  const used = await workAfter((otp, login) => login(otp))
  const spent = await workAfter(async (otp, login) => {
    for (let tries = 0; tries < 5; tries++) await login(otherThan(otp))
  })
  const expired = await workAfter(() => app.clock.advance({ minutes: 11 }))
  expect([used, spent, expired]).toEqual([wrong, wrong, wrong])
})
