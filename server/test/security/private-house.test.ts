import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/platform/config/config.ts'
import { hashOfSecret } from '../../src/platform/secrets.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import { codeIn, otherThan, solvedCaptcha, visitor, type Visitor } from '../harness/app/visitor.ts'
import { countRows } from '../harness/database/count-rows.ts'

const NOW = '2027-01-15T06:00:00Z'
const PRIVATE = { SIGN_UP: 'invited', TRUST_PROXY: 'on' }
const REQUEST = '/api/auth/request-email-otp'
const PERHAPS = { type: 'login', message: 'If this address has an account, a code is on its way.' }

const privateApp = (settings: Record<string, string> = {}) =>
  startTestApp({ now: NOW, settings: { ...PRIVATE, ...settings } })

const from = (network: number) => ({
  'x-forwarded-for': `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`,
})

/** Asks with a captcha, as a stranger has to. */
async function ask(browser: Visitor, email: string, network = 1) {
  return browser.post(REQUEST, { email, captcha: await solvedCaptcha(browser) }, from(network))
}

/** Each of its eight kinds is sent sixty times. */
const REQUESTS = 480

test('S87 480 requests by strangers at a private installation add no row, text, call or mail', async () => {
  await using app = await privateApp({ LIMIT_REQUESTS_AT_ONCE: '1000' })
  const captcha = await solvedCaptcha(visitor(app)) // reusable for unknown addresses, which don't use it up
  await app.clock.advance({ ms: 0 }) // lets the workers' loops run
  const before = await countRows(app.services.db)
  const email = (n: number) => `stranger-${n}@example.com`
  const acts: readonly ((n: number) => Promise<number>)[] = [
    async (n) => (await visitor(app).post(REQUEST, { email: email(n) }, from(n))).status,
    async (n) => (await visitor(app).post(REQUEST, { email: email(n), captcha }, from(n))).status,
    async (n) => (await visitor(app).post('/api/auth/login', { email: email(n), otp: '000000' }, from(n))).status,
    async (n) => {
      const body = { email: email(n), otp: '000000', name: 'Robin', link: hashOfSecret(String(n)) }
      return (await visitor(app).post('/api/auth/verify-email-otp', body, from(n))).status
    },
    async (n) => (await visitor(app).post('/api/auth/link', { link: hashOfSecret(String(n)) }, from(n))).status,
    async (n) => (await visitor(app).get('/api/captcha', from(n))).status,
    async (n) => (await visitor(app).get('/api/config', from(n))).status,
    async (n) => (await visitor(app).post('/api/auth/send-otp', { phone: '+12025550123' }, from(n))).status,
  ]
  const statuses = new Map<number, number>()
  let n = 0
  const one = async () => {
    while (n < REQUESTS) {
      const status = await acts[n % acts.length]!(n++)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 16 }, one))
  await app.clock.advance({ ms: 0 }) // lets work after the answers finish
  expect(statuses.get(500)).toBeUndefined()
  expect([...statuses.values()].reduce((sum, count) => sum + count)).toBe(REQUESTS)
  expect(statuses.get(200)).toBeGreaterThan(140) // many requests succeeded, not all were refused
  expect(await countRows(app.services.db)).toEqual(before)
  expect(await app.carrierLog()).toEqual([])
})

test("S87 S91 strangers' passkey sign-ins at a private installation add no row", async () => {
  await using app = await privateApp()
  await app.clock.advance({ ms: 0 }) // lets the workers' loops run
  const before = await countRows(app.services.db)
  const passkey = { id: 'made-up', clientData: 'e30', authenticatorData: 'AA', signature: 'AA' }
  for (let n = 0; n < 50; n++) {
    expect((await visitor(app).post('/api/auth/passkey', { passkey }, from(n))).status).toBe(400)
    expect((await visitor(app).post('/api/auth/passkey/challenge', {}, from(n))).status).toBe(404) // not over https
  }
  expect(await countRows(app.services.db)).toEqual(before)
})

test('S87 OWNER-2 answers reveal nothing to a stranger: an address with an account gets the usual ones', async () => {
  await using app = await privateApp()
  await app.person({ email: 'known@example.com' })
  const answers = async (email: string, network: number) => {
    const browser = visitor(app)
    const all: unknown[] = []
    const note = ({ status, body }: { status: number; body: object }) =>
      all.push({ status, ...body, requestId: undefined })
    note(await browser.post(REQUEST, { email }, from(network)))
    for (let n = 0; n < 7; n++) note(await ask(browser, email, network))
    await app.clock.advance({ ms: 0 })
    for (let n = 0; n < 7; n++) note(await browser.post('/api/auth/login', { email, otp: '000000' }, from(network)))
    await app.clock.advance({ minutes: 11 })
    note(await browser.post('/api/auth/login', { email, otp: '000000' }, from(network)))
    note(await browser.post('/api/auth/verify-email-otp', { email, otp: '000000', name: 'Robin' }, from(network)))
    return all
  }
  const [known, unknown] = [await answers('known@example.com', 1), await answers('unknown@example.com', 2)]
  expect(known).toEqual(unknown)
  expect(known[1]).toMatchObject({ status: 200, ...PERHAPS })
  expect(codeIn((await app.mailbox.expectMail('known@example.com')).subject)).toHaveLength(6)
})

test('S87 OWNER-2 a code to a known address uses up its captcha, and the next request with it sends none', async () => {
  await using app = await privateApp()
  await app.person({ email: 'known@example.com' })
  const browser = visitor(app)
  const captcha = await solvedCaptcha(browser)
  const twice = async () => {
    const { status, body } = await browser.post(REQUEST, { email: 'known@example.com', captcha })
    await app.clock.advance({ minutes: 1 }) // past the pause between two codes
    return { status, ...body }
  }
  expect(await twice()).toEqual({ status: 200, ...PERHAPS })
  expect(await twice()).toEqual({ status: 200, ...PERHAPS })
  const codes = await app.services.db.selectFrom('one_time_codes').select('created_at').execute()
  expect(codes).toEqual([{ created_at: Date.parse(NOW) }])
})

test('S87 OWNER-2 a person signs in at a private installation, and later in that browser without a captcha and with clear errors', async () => {
  await using app = await privateApp()
  const email = 'known@example.com'
  await app.person({ email })
  const browser = visitor(app)
  expect((await ask(browser, email)).status).toBe(200)
  const otp = codeIn((await app.mailbox.expectMail(email)).subject)
  expect((await browser.post('/api/auth/login', { email, otp })).status).toBe(200)
  await browser.post('/api/auth/logout')
  expect((await browser.post(REQUEST, { email })).body).toEqual(PERHAPS)
  for (let tries = 0; tries < 5; tries++) await browser.post('/api/auth/login', { email, otp: otherThan(otp) })
  const refused = await browser.post('/api/auth/login', { email, otp })
  expect(refused.body).toMatchObject({ reason: 'code-tried-too-often' })
})

test('S87 OWNER-1 only a link opens an account at a private installation, even with a code from before it was private', async () => {
  await using app: TestApp = await startTestApp({ now: NOW })
  const browser = visitor(app)
  const email = 'late@example.com'
  await browser.post(REQUEST, { email })
  const otp = codeIn((await app.mailbox.expectMail(email)).subject)
  await app.restart(PRIVATE)
  const answer = await browser.post('/api/auth/verify-email-otp', { email, otp, name: 'Late' })
  expect(answer.body).toMatchObject({ reason: 'link-invalid' })
  expect(await app.services.db.selectFrom('users').select('id').execute()).toEqual([])
})

const ACCOUNT = {
  TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
  TWILIO_AUTH_TOKEN: '00112233445566778899aabbccddeeff',
  TWILIO_PHONE_NUMBER: '+12025550100',
}
const LINE = {
  ASTERISK_URL: 'http://reveille:secret@127.0.0.1:8088/ari',
  ASTERISK_PHONES: '+49301234561=PJSIP/601',
  LINE_NUMBER: '+49301234560',
}

test.each([
  ['without a carrier', {}, 'open', false],
  ['with a carrier', ACCOUNT, 'invited', true],
  ['with a telephone line of its own', LINE, 'invited', true],
  ['in a trial whose carrier is on this machine', { ...ACCOUNT, TWILIO_API_URL: 'http://127.0.0.1:1' }, 'open', false],
  ['with a carrier and SIGN_UP=open', { ...ACCOUNT, SIGN_UP: 'open' }, 'open', true],
] as const)('OWNER-1 %s, sign-up is %s', async (_case, settings, signUp, realPhones) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'reveille-sign-up-'))
  expect(loadConfig({ DATA_DIR: folder.path, ...settings })).toMatchObject({ signUp, realPhones })
})
