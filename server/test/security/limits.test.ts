import { expect, test } from 'vitest'
import { pgRateLimits } from '../../src/platform/limits/pg-rate-limits.adapter.ts'
import { forgetUnusedTexts } from '../../src/sign-in/codes/number-wait.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import { codeIn, mailedCode, otherThan, signUp, solvedCaptcha, visitor, type Visitor } from '../harness/app/visitor.ts'

const NOW = '2027-01-15T06:00:00Z'

/** A visitor in their own block of networks, as reported by the proxy in front of us. */
const from = (block: number) => ({ 'x-forwarded-for': `198.18.${block}.7` })

type Asked = { captcha?: string; block?: number }

/** Requests a code and returns the answer, then waits until this browser may ask again. */
async function ask(app: TestApp, browser: Visitor, email: string, { captcha, block }: Asked = {}) {
  const headers = block === undefined ? {} : from(block)
  const {
    status,
    body,
    headers: answered,
  } = await browser.post('/api/auth/request-email-otp', { email, captcha }, headers)
  await app.clock.advance({ seconds: 31 })
  return { status, body, retryAfter: answered.get('retry-after') }
}

test('S9 CODE-3 a browser gets five codes an hour for an address, and is then told when to come back', async () => {
  await using app = await startTestApp({ now: NOW, settings: { TRUST_PROXY: 'on' } })
  const browser = visitor(app)
  // Through five networks, so that their limit isn't reached first.
  for (let block = 0; block < 5; block++) expect((await ask(app, browser, 'r@example.com', { block })).status).toBe(200)
  const refused = await ask(app, browser, 'r@example.com')
  expect(refused).toMatchObject({
    status: 429,
    body: { message: 'Too many requests. Please try again in 58 minutes.' },
  })
  expect(refused.retryAfter).toBe(String(60 * 60 - 5 * 31))
  expect(await app.mailbox.mails('r@example.com')).toHaveLength(5)
  await app.clock.advance({ hours: 1 })
  expect((await ask(app, browser, 'r@example.com')).status).toBe(200)
})

test('S9 CODE-3 from the eleventh code of an address on each costs strangers work, doubled every five codes', async () => {
  await using app = await startTestApp({ now: NOW, settings: { TRUST_PROXY: 'on' } })
  const email = 'r@example.com'
  for (let block = 0; block < 10; block++) expect((await ask(app, visitor(app), email, { block })).status).toBe(200)
  const costs = []
  for (let block = 10; block < 21; block++) {
    const stranger = visitor(app)
    const { body } = await ask(app, stranger, email, { block })
    costs.push(body.captchaCost)
    const captcha = await solvedCaptcha(stranger, undefined, Number(body.captchaCost))
    expect((await ask(app, stranger, email, { block, captcha })).status).toBe(200)
  }
  expect(costs).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 4])
  const cheap = visitor(app)
  expect((await ask(app, cheap, email, { block: 30, captcha: await solvedCaptcha(cheap) })).status).toBe(400)
})

test('S9 CODE-3 a browser that must solve a captcha for each code still gets five codes', async () => {
  await using app = await startTestApp({ now: NOW, settings: { TRUST_PROXY: 'on' } })
  for (let block = 0; block < 10; block++) await ask(app, visitor(app), 'r@example.com', { block })
  const browser = visitor(app)
  for (let codes = 0; codes < 5; codes++) {
    expect((await ask(app, browser, 'r@example.com')).body).toMatchObject({ captchaRequired: true })
    expect((await ask(app, browser, 'r@example.com', { captcha: await solvedCaptcha(browser) })).status).toBe(200)
  }
  expect((await ask(app, browser, 'r@example.com', { captcha: await solvedCaptcha(browser) })).status).toBe(429)
  expect(await app.mailbox.mails('r@example.com')).toHaveLength(15)
})

test('S9 CODE-3 an IP address gets a limited number of codes an hour, whoever they are for', async () => {
  await using app = await startTestApp({ now: NOW, settings: { LIMIT_CODES_PER_IP: '3' } })
  for (let codes = 0; codes < 3; codes++) {
    expect((await ask(app, visitor(app), `r${codes}@example.com`)).status).toBe(200)
  }
  expect((await ask(app, visitor(app), 'r4@example.com')).status).toBe(429)
})

test('S9 CODE-3 a number gets five texts an hour, whoever asks', async () => {
  await using app = await startTestApp({ now: NOW })
  const phone = await app.phone('+12025550151')
  async function text(browser: Visitor) {
    const captcha = await solvedCaptcha(browser)
    const { status, body } = await browser.post('/api/auth/send-otp', { phone: phone.number, captcha })
    if (status === 200) await phone.expectText()
    await app.clock.advance({ seconds: 31 })
    // Count it as entered, since an unused code would delay the next one through another limit.
    await forgetUnusedTexts(app.services, phone.number)
    return status === 200 ? 'sent' : body.retryAfterSeconds
  }
  const [one, other] = [visitor(app), visitor(app)]
  await signUp(app, one, 'one@example.com')
  await signUp(app, other, 'other@example.com')
  const answers = []
  for (const browser of [one, one, one, other, other, other]) answers.push(await text(browser))
  expect(answers).toEqual([...Array(5).fill('sent'), 3_600 - 5 * 31])
})

test('S10 limits survive a restart', async () => {
  await using app = await startTestApp({ now: NOW })
  const browser = visitor(app)
  for (let codes = 0; codes < 3; codes++) await ask(app, browser, 'r@example.com')
  await app.restart()
  for (let codes = 0; codes < 2; codes++) expect((await ask(app, browser, 'r@example.com')).status).toBe(200)
  expect((await ask(app, browser, 'r@example.com')).status).toBe(429)
})

test('S10 limits apply across all processes', async () => {
  await using app = await startTestApp({ now: NOW })
  const { db, clock } = app.services
  const limit = { name: 'shared', size: 20, windowS: 3600 }
  const processes = [pgRateLimits({ db, clock }), pgRateLimits({ db, clock }), pgRateLimits({ db, clock })]
  const uses = Array.from({ length: 60 }, (_, n) => processes[n % 3]!.use(limit, 'somebody'))
  const allowed = (await Promise.all(uses)).filter((result) => result.allowed)
  expect(allowed).toHaveLength(20)
})

/** The address gets many emails. The newest has the code that `browser` requested. */
async function logInWithNewest(app: TestApp, browser: Visitor, email: string) {
  const asked = await browser.post('/api/auth/request-email-otp', { email })
  if (asked.status !== 200) return asked
  await app.clock.advance({ ms: 0 })
  const newest = (await app.mailbox.mails(email)).at(-1)
  return browser.post('/api/auth/login', { email, otp: codeIn(newest!.subject) })
}

/** Uses up the codes a network of strangers can get for an address this hour, and voids each. */
async function useUpCodes(app: TestApp, email: string): Promise<void> {
  for (let codes = 0; codes < 6; codes++) {
    const stranger = visitor(app)
    await stranger.post('/api/auth/request-email-otp', { email })
    await app.clock.advance({ ms: 0 })
    for (let tries = 0; tries < 5; tries++) await stranger.post('/api/auth/login', { email, otp: '000000' })
  }
}

test('S11 CODE-3 a stranger who asks all day cannot lock out a browser that signed in before', async () => {
  await using app = await startTestApp({ now: NOW })
  const mine = visitor(app)
  await signUp(app, mine, 'me@example.com')
  for (let hour = 0; hour < 3; hour++) {
    await mine.post('/api/auth/logout')
    await app.clock.advance({ hours: 1 })
    await useUpCodes(app, 'me@example.com')
    expect((await logInWithNewest(app, mine, 'me@example.com')).status).toBe(200)
  }
})

test("S11 S62 CODE-3 an owner with a new browser gets in at once from another network, and within the hour from the strangers' own", async () => {
  await using app = await startTestApp({ now: NOW, settings: { TRUST_PROXY: 'on' } })
  const email = 'me@example.com'
  await signUp(app, visitor(app), email)
  await useUpCodes(app, email)
  for (let block = 0; block < 10; block++) await ask(app, visitor(app), email, { block })
  const [fresh, elsewhere] = [visitor(app), visitor(app)]
  const refused = await fresh.post('/api/auth/request-email-otp', { email })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3600)

  const { body } = await ask(app, elsewhere, email, { block: 99 })
  const captcha = await solvedCaptcha(elsewhere, undefined, Number(body.captchaCost))
  expect((await ask(app, elsewhere, email, { block: 99, captcha })).status).toBe(200)
  const otp = codeIn((await app.mailbox.mails(email)).at(-1)!.subject)
  expect((await elsewhere.post('/api/auth/login', { email, otp }, from(99))).status).toBe(200)

  await app.clock.advance({ seconds: Number(refused.headers.get('retry-after')) })
  expect((await logInWithNewest(app, fresh, email)).status).toBe(200)
})

/** Texts a code to a number for which the sandbox has no handset. */
async function text(app: TestApp, browser: Visitor, phone: string, captchaFor?: string) {
  return browser.post('/api/auth/send-otp', { phone, captcha: await solvedCaptcha(browser, captchaFor) })
}

test("S35 CODE-3 above its block's limit a text costs a captcha ten times as hard instead of being refused", async () => {
  await using app = await startTestApp({
    now: NOW,
    settings: { LIMIT_CODES_PER_IP: '1000' },
    limits: { budgets: { named: { 'text-per-block': 3 } } },
  })
  const browser = visitor(app)
  await signUp(app, browser, 'block@example.com')
  for (const last of [1, 2, 3]) {
    const phone = await app.phone(`+1202555016${last}`)
    expect((await text(app, browser, phone.number)).status).toBe(200)
    await phone.expectText()
  }
  const phone = await app.phone('+12025550164')
  expect((await text(app, browser, phone.number)).body).toMatchObject({ captchaRequired: true })
  expect((await text(app, browser, phone.number, phone.number)).status).toBe(200)
  await phone.expectText()
})

test('S35 a spending limit stops the texts of a person, of a country and of everybody', async () => {
  const named = { 'text-per-person': 2, 'text-per-country': 3, texts: 4 }
  await using app = await startTestApp({ now: NOW, limits: { budgets: { named } } })
  const texts = async (email: string, ...numbers: string[]) => {
    const browser = visitor(app)
    await signUp(app, browser, email)
    const statuses = []
    for (const number of numbers) {
      const phone = await app.phone(number)
      const { status } = await text(app, browser, phone.number)
      if (status === 200) await phone.expectText()
      statuses.push(status)
    }
    return statuses
  }
  const person = await texts('one@example.com', '+12025550171', '+12025550172', '+12025550173')
  expect(person).toEqual([200, 200, 429])
  expect(await texts('two@example.com', '+12025550174', '+12025550175')).toEqual([200, 429]) // the country's limit
  expect(await texts('three@example.com', '+61491570156', '+4915123450176')).toEqual([200, 429]) // everybody's limit
})

test('S5 CODE-3 many wrong codes in a row slow strangers down, warn the owner, and never stop a known browser', async () => {
  const settings = { LIMIT_CODES_PER_IP: '1000' }
  await using app = await startTestApp({
    now: NOW,
    settings,
    limits: { budgets: { named: { 'wrong-code-per-address': 7, 'wrong-code-per-found-address': 7 } } },
  })
  const mine = visitor(app)
  const email = 'me@example.com'
  await signUp(app, mine, email)
  for (let codes = 0; codes < 2; codes++) {
    const stranger = visitor(app)
    const otp = await mailedCode(app, stranger, email)
    for (let tries = 0; tries < 4; tries++) await stranger.post('/api/auth/login', { email, otp: otherThan(otp) })
  }
  const stranger = visitor(app)
  expect((await ask(app, stranger, email)).body).toMatchObject({ captchaRequired: true, captchaCost: 16 })
  expect((await ask(app, stranger, email, { captcha: await solvedCaptcha(stranger, undefined, 16) })).status).toBe(200)
  const warnings = (await app.mailbox.mails(email)).filter(({ subject }) => subject.includes('guessing'))
  expect(warnings).toHaveLength(1)
  expect((await logInWithNewest(app, mine, email)).status).toBe(200)
  expect((await ask(app, visitor(app), email)).status).toBe(200) // success resets the count
})
