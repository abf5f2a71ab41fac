import { expect, test } from 'vitest'
import { bucketOf } from '../../src/platform/limits/budgets.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import { mailedCode, signUp, solvedCaptcha, visitor, type Visitor } from '../harness/app/visitor.ts'
import { countRows } from '../harness/database/count-rows.ts'

const NOW = '2027-01-15T06:00:00Z'

/** How many rows each table has. */
const rows = ({ services }: TestApp) => countRows(services.db)

/** A visitor from their own subnet, as reported by the proxy in front of us. */
const from = (network: number) => ({ 'x-forwarded-for': `203.0.113.${network}` })

const tryToSignIn = (browser: Visitor, email: string, network = 1) =>
  browser.post('/api/auth/login', { email, otp: '000000' }, from(network))

/** Two of these keys that share a bucket. */
function sharingBucket(app: TestApp, made: (n: number) => string): [string, string] {
  const seen = new Map<string, string>()
  for (let n = 0; ; n++) {
    const one = made(n)
    const counted = bucketOf(app.services.config, one)
    const other = seen.get(counted)
    if (other !== undefined) return [other, one]
    seen.set(counted, one)
  }
}

test.each(['/api/auth/login', '/api/auth/verify-email-otp'])(
  'S55 %s for made-up addresses adds a bounded number of rows, which are swept within hours',
  async (path) => {
    await using app = await startTestApp({ now: NOW, settings: { TRUST_PROXY: 'on' } })
    const addresses = sharingBucket(app, (n) => `made-up-${n}@example.com`)
    const networks = sharingBucket(app, (n) => `198.18.${n >> 8}.${n % 256}`)
    const guess = (n: 0 | 1) =>
      visitor(app).post(path, { email: addresses[n], otp: '000000', name: 'Robin' }, { 'x-forwarded-for': networks[n] })
    expect((await guess(0)).status).toBe(400)
    const before = await rows(app)
    expect(before['public.rate_limits']).toBe(2) // one for its network, one for its address
    expect((await guess(1)).status).toBe(400)
    expect(await rows(app)).toEqual(before)
    expect(await lastExpiry(app)).toBeLessThanOrEqual(app.clock.now() + 2 * 60 * 60_000)
  },
)

/** When the last count expires. */
async function lastExpiry({ services }: TestApp): Promise<number> {
  const { expires } = await services.db
    .selectFrom('rate_limits')
    .select(({ fn }) => fn.max('expire').as('expires'))
    .executeTakeFirstOrThrow()
  return Number(expires)
}

test("S55 counts for a code that opens nobody's account are swept within days", async () => {
  await using app = await startTestApp({ now: NOW })
  const browser = visitor(app)
  await mailedCode(app, browser, 'made-up@example.com')
  await browser.post('/api/auth/verify-email-otp', { email: 'made-up@example.com', otp: '000000', name: 'Robin' })
  expect(await lastExpiry(app)).toBeLessThanOrEqual(app.clock.now() + 2 * 24 * 60 * 60_000)
})

test('S55 counts for a code that gives an account another address are swept within days', async () => {
  await using app = await startTestApp({ now: NOW })
  const browser = visitor(app)
  await signUp(app, browser, 'me@example.com')
  expect((await browser.post('/api/account/email', { email: 'made-up@example.com' })).status).toBe(200)
  await app.mailbox.expectMail('made-up@example.com')
  const guess = { email: 'made-up@example.com', otp: '000000' }
  expect((await browser.post('/api/account/email/verify', guess)).status).toBe(400)
  expect(await lastExpiry(app)).toBeLessThanOrEqual(app.clock.now() + 2 * 24 * 60 * 60_000)
})

test('S55 CODE-3 a network that failed too often is refused for at most an hour and writes nothing', async () => {
  const settings = { LIMIT_WRONG_CODES_PER_IP: '3', TRUST_PROXY: 'on' }
  await using app = await startTestApp({ now: NOW, settings })
  const [mine, fresh] = [visitor(app), visitor(app)]
  await signUp(app, mine, 'me@example.com')
  for (let n = 0; n < 3; n++) expect((await tryToSignIn(visitor(app), `made-up-${n}@example.com`)).status).toBe(400)
  const before = await rows(app)
  const refused = await tryToSignIn(visitor(app), 'made-up@example.com')
  expect(refused).toMatchObject({
    status: 429,
    body: { message: 'Too many requests. Please try again in 60 minutes.' },
  })
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3600)
  expect(await rows(app)).toEqual(before)
  expect((await tryToSignIn(visitor(app), 'made-up@example.com', 2)).status).toBe(400)

  // In the meantime a visitor who was sent a code isn't affected by the others' tries.
  const otp = await mailedCode(app, mine, 'me@example.com')
  expect((await mine.post('/api/auth/login', { email: 'me@example.com', otp }, from(1))).status).toBe(200)
  const newcomer = { email: 'new@example.com', name: 'Robin', otp: await mailedCode(app, fresh, 'new@example.com') }
  expect((await fresh.post('/api/auth/verify-email-otp', newcomer, from(1))).status).toBe(200)
  await app.clock.advance({ hours: 1 })
  expect((await tryToSignIn(visitor(app), 'made-up@example.com')).status).toBe(400)
})

const askForCode = async (browser: Visitor, email: string, network: number, captcha?: string) =>
  (await browser.post('/api/auth/request-email-otp', { email, captcha }, from(network))).status

test('S55 a network whose codes are used up writes nothing more, not even that a captcha was solved', async () => {
  await using app = await startTestApp({
    now: NOW,
    settings: { LIMIT_CODES_PER_IP: '3', TRUST_PROXY: 'on' },
    limits: { budgets: { named: { 'code-per-address-here': 20 } } },
  })
  for (let n = 0; n < 3; n++) expect(await askForCode(visitor(app), `r${n}@example.com`, 1)).toBe(200)
  // Other networks request codes for one address until it takes a captcha.
  for (let n = 0; n < 10; n++) expect(await askForCode(visitor(app), 'wanted@example.com', 10 + n)).toBe(200)
  await app.clock.advance({ ms: 0 })
  const stranger = visitor(app)
  const captcha = await solvedCaptcha(stranger)
  const before = await rows(app)
  for (let n = 3; n < 9; n++) expect(await askForCode(visitor(app), `r${n}@example.com`, 1)).toBe(429)
  expect(await askForCode(stranger, 'wanted@example.com', 1, captcha)).toBe(429)
  expect(await rows(app)).toEqual(before)
})

test('S55 S11 however many networks ask, sign-up codes are limited per hour, and owners with a new device get theirs', async () => {
  await using app = await startTestApp({
    now: NOW,
    settings: { TRUST_PROXY: 'on' },
    limits: { budgets: { named: { 'mailed-codes': 4 } } },
  })
  const mine = visitor(app)
  await signUp(app, mine, 'me@example.com')
  expect(await askForCode(visitor(app), 'r1@example.com', 1)).toBe(200)
  // Half of the budget is gone, so the rest cost work.
  expect(await askForCode(visitor(app), 'r2@example.com', 2)).toBe(400)
  for (const n of [2, 3]) expect(await askWithCaptcha(`r${n}@example.com`, n)).toBe(200)
  expect(await app.services.metrics.text()).toContain('reveille_alarms_total{alarm="budget"} 2\n') // at half and at the end
  await app.clock.advance({ ms: 0 })
  const before = await rows(app)
  for (let n = 4; n < 9; n++) expect(await askForCode(visitor(app), `r${n}@example.com`, n)).toBe(429)
  expect(await askWithCaptcha('r9@example.com', 9)).toBe(429)
  expect(await rows(app)).toEqual(before)
  for (const browser of [visitor(app), mine]) expect(await askForCode(browser, 'me@example.com', 20)).toBe(200)
  await app.clock.advance({ hours: 1 })
  expect(await askForCode(visitor(app), 'r9@example.com', 9)).toBe(200)

  async function askWithCaptcha(email: string, network: number): Promise<number> {
    const browser = visitor(app)
    return askForCode(browser, email, network, await solvedCaptcha(browser, undefined, 10))
  }
})

test('S55 a network that had its codes for an address is refused, with no row for each new browser', async () => {
  const limits = { budgets: { named: { 'code-per-address-here': 3 } } }
  await using app = await startTestApp({ now: NOW, settings: { TRUST_PROXY: 'on' }, limits })
  for (let n = 0; n < 3; n++) expect(await askForCode(visitor(app), 'wanted@example.com', n)).toBe(200)
  await app.clock.advance({ ms: 0 })
  const before = await rows(app)
  for (let n = 3; n < 9; n++) expect(await askForCode(visitor(app), 'wanted@example.com', n)).toBe(429)
  expect(await rows(app)).toEqual(before)
})

test('S55 keys that strangers make up are counted in 16,384 buckets', () => {
  const made = Array.from({ length: 40_000 }, (_, n) => `made-up-${n}@example.com`)
  const buckets = new Set(made.map((address) => bucketOf({ sessionSecret: 'a secret' }, address)))
  expect(buckets.size).toBeGreaterThan(12_000)
  expect(buckets.size).toBeLessThanOrEqual(16_384)
})
