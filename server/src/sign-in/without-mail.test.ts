import { expect, test } from 'vitest'
import { codeSaidIn } from '../../test/harness/app/code-said-in.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { browserOf, codeIn, mailedCode, solvedCaptcha, visitor, type Visitor } from '../../test/harness/app/visitor.ts'
import { countRows } from '../../test/harness/database/count-rows.ts'
import { makeSetupLink } from './links/links.ts'

/** Noon in Berlin, where these numbers are. */
const NOON = '2027-01-15T11:00:00Z'
const OFF = { MAIL_URL: 'off' }
const PHONE = '+4915555990001'

async function offApp(now = NOON) {
  const app = await startTestApp({ now, settings: OFF })
  await app.phone(PHONE) // from now on a test answers it
  return app
}
const secretOf = (url: string | null) => url!.split('#')[1]!
const who = async (browser: Visitor) =>
  (await browser.get<{ user?: { email: string; codesBy?: string } }>('/api/auth/check')).body.user
const ask = async (browser: Visitor, email: string, captcha?: string) =>
  browser.post('/api/auth/request-email-otp', { email, captcha })
const askAsStranger = async (browser: Visitor, email: string) => ask(browser, email, await solvedCaptcha(browser))

/** The code in the call that this person's phone gets now. */
async function saidTo(app: TestApp, number: string): Promise<string> {
  const phone = await app.phone(number)
  await app.clock.advance({ ms: 2 })
  return codeSaidIn(await phone.expectCall())
}

const calls = async (app: TestApp) => (await app.carrierLog()).filter(({ kind }) => kind === 'call-created').length
const minute = (app: TestApp) => app.clock.advance({ minutes: 1 })

test('MAIL-1 OWNER-1 without email only invited people sign up, and a link makes an account at once, with an address nobody proved', async () => {
  await using app = await offApp()
  const link = secretOf(await makeSetupLink(app.services))
  const owner = visitor(app)
  const joined = await owner.post('/api/auth/verify-email-otp', { link, email: 'owner@example.com', name: 'Olga' })
  expect(joined.status).toBe(200)
  expect(await who(owner)).toMatchObject({ email: 'owner@example.com', codesBy: 'none', isOwner: true })
  const { url } = (
    await owner.post<{ url: string; mailed: boolean }>('/api/people/invitations', { email: 'a@b.example' })
  ).body
  const second = visitor(app)
  const tries = [
    { link, email: 'other@example.com', name: 'Used up' },
    { link: 'guessed', email: 'other@example.com', name: 'Guessed' },
    { link: secretOf(url), email: 'owner@example.com', name: 'In use' },
  ]
  const answers = await Promise.all(tries.map((body) => second.post('/api/auth/verify-email-otp', body)))
  const [first, ...others] = answers.map(({ status, body }) => ({ status, message: body.message }))
  expect(first).toEqual({
    status: 400,
    message: "We can't make an account with this link and this email. Check the email, or ask for a new link.",
  })
  for (const other of others) expect(other).toEqual(first)
  expect(
    (await second.post('/api/auth/verify-email-otp', { link: secretOf(url), email: 'new@example.com', name: 'New' }))
      .status,
  ).toBe(200)
  await minute(app)
  expect(await app.mailbox.mails('a@b.example')).toEqual([])
  expect(await app.mailbox.mails('owner@example.com')).toEqual([])
})

test('MAIL-2 S94 with a verified number people sign in by a code said in a call, strangers’ browsers after a captcha, at most three a day', async () => {
  await using app = await offApp()
  await app.person({ email: 'mara@example.com', phone: PHONE })
  const browser = visitor(app)
  expect((await ask(browser, 'mara@example.com')).body).toMatchObject({ reason: 'captcha-required' })
  const known = await askAsStranger(browser, 'mara@example.com')
  const unknown = await askAsStranger(visitor(app), 'nobody@example.com')
  expect(known.body).toEqual(unknown.body)
  const otp = await saidTo(app, PHONE)
  const login = { email: 'mara@example.com', otp }
  expect((await visitor(app).post('/api/auth/login', login)).body).toMatchObject({ reason: 'code-wrong' })
  expect((await browser.post('/api/auth/login', login)).status).toBe(200)
  expect(await who(browser)).toMatchObject({ codesBy: 'call' })
  for (let more = 0; more < 2; more++) {
    await minute(app)
    expect((await ask(browser, 'mara@example.com')).status).toBe(200)
    await saidTo(app, PHONE)
  }
  await minute(app)
  expect((await ask(browser, 'mara@example.com')).status).toBe(429)
  const stranger = visitor(app)
  expect((await askAsStranger(stranger, 'mara@example.com')).status).toBe(200)
  await minute(app)
  expect(await calls(app)).toBe(3)
})

test.each([
  ['21:59', 'Europe/Berlin', '2027-01-15T20:59:00Z', 1],
  ['22:00', 'Europe/Berlin', '2027-01-15T21:00:00Z', 0],
  ['06:59', 'Pacific/Kiritimati', '2027-01-14T16:59:00Z', 0],
  ['07:00', 'Pacific/Kiritimati', '2027-01-14T17:00:00Z', 1],
])('MAIL-2 S94 at %s in %s a stranger’s request, made at %s, rings %d times', async (_time, timezone, now, rings) => {
  await using app = await offApp(now)
  const mara = await app.person({ email: 'mara@example.com', phone: PHONE })
  await mara.schedule({ wakeupTime: '12:00', timezone })
  expect((await askAsStranger(visitor(app), 'mara@example.com')).status).toBe(200)
  await app.clock.advance({ seconds: 5 })
  expect(await calls(app)).toBe(rings)
  if (rings > 0) await (await app.phone(PHONE)).expectCall()
})

test('MAIL-2 at night a browser that signed in before still gets a code by call', async () => {
  await using app = await offApp('2027-01-15T20:00:00Z')
  await app.person({ email: 'mara@example.com', phone: PHONE })
  const browser = visitor(app)
  await askAsStranger(browser, 'mara@example.com')
  await browser.post('/api/auth/login', { email: 'mara@example.com', otp: await saidTo(app, PHONE) })
  await app.clock.advance({ hours: 3 })
  await ask(browser, 'mara@example.com')
  expect(await saidTo(app, PHONE)).toMatch(/^\d{6}$/)
})

test('MAIL-2 S94 0 pressed twice in such a call stops these calls only: the planned call rings', async () => {
  await using app = await offApp()
  const mara = await app.person({ email: 'mara@example.com', phone: PHONE })
  await mara.schedule({ wakeupTime: '13:00', timezone: 'Europe/Berlin' })
  const phone = await app.phone(PHONE)
  await askAsStranger(visitor(app), 'mara@example.com')
  await app.clock.advance({ ms: 2 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('0')
  await call.press('0')
  await minute(app)
  await askAsStranger(visitor(app), 'mara@example.com')
  await minute(app)
  expect(await calls(app)).toBe(1)
  await app.clock.advance({ hours: 1 })
  await phone.expectCall()
})

test('MAIL-3 a fresh proof is a code said in a call, or a fresh sign-in for a person without a number', async () => {
  await using app = await offApp()
  const mara = await app.person({ email: 'mara@example.com', phone: PHONE })
  const theo = await app.person({ email: 'theo@example.com', phoneVerified: false })
  await minute(app)
  await app.clock.advance({ minutes: 20 })
  const [browser, his] = [browserOf(app, mara), browserOf(app, theo)]
  expect((await browser.post('/api/account/export')).body).toMatchObject({ reason: 'fresh-code-required' })
  expect((await browser.post('/api/account/code', { purpose: 'proof' })).body.message).toBe(
    'Your phone will ring in a moment.',
  )
  const otp = await saidTo(app, PHONE)
  expect((await browser.post('/api/account/code/verify', { otp })).status).toBe(200)
  expect((await browser.post('/api/account/export')).status).toBe(200)
  expect((await his.post('/api/account/code', { purpose: 'deletion' })).body).toMatchObject({ reason: 'forbidden' })
  expect((await his.send('DELETE', '/api/account', { word: 'DELETE' })).body).toMatchObject({ reason: 'code-wrong' })
  const fresh = browserOf(app, await app.person({ email: 'fresh@example.com', phoneVerified: false }))
  expect((await fresh.send('DELETE', '/api/account', { word: 'DELETE' })).status).toBe(200)
  expect((await browser.post('/api/account/email', { email: 'new@example.com' })).status).toBe(404)
})

test('MAIL-4 S94 an address that nobody proved gets no email, signs nobody in, and passes to the person who proves it', async () => {
  await using app = await offApp()
  const link = secretOf(await makeSetupLink(app.services))
  const owner = visitor(app)
  await owner.post('/api/auth/verify-email-otp', { link, email: 'mara@example.com', name: 'Not Mara' })
  await app.restart({ MAIL_URL: app.sandbox.smtpUrl, SIGN_UP: 'open' })
  const mara = visitor(app)
  const otp = await mailedCode(app, mara, 'mara@example.com')
  expect((await mara.post('/api/auth/login', { email: 'mara@example.com', otp })).body).toMatchObject({
    reason: 'code-wrong',
  })
  expect((await mara.post('/api/auth/verify-email-otp', { email: 'mara@example.com', otp, name: 'Mara' })).status).toBe(
    200,
  )
  expect((await who(owner))!.email).toMatch(/^no-address-\d+@reveille\.invalid$/)
  const { notices } = (await owner.get<{ notices: { title: string }[] }>('/api/notices')).body
  expect(notices[0]!.title).toBe('Your email address was taken off your account')
  await app.clock.advance({ minutes: 1 })
  expect((await app.mailbox.mails('mara@example.com')).every(({ subject }) => /code|Welcome/.test(subject))).toBe(true)
  expect((await owner.post('/api/account/email', { email: 'own@example.com' })).status).toBe(200)
  const proof = codeIn((await app.mailbox.expectMail('own@example.com')).subject)
  expect((await owner.post('/api/account/email/verify', { email: 'own@example.com', otp: proof })).status).toBe(200)
  expect(await who(owner)).toMatchObject({ email: 'own@example.com' })
  expect((await who(owner))!.codesBy).toBeUndefined()
})

test('S87 S88 S90 S94 a stranger’s ten ways in each end with a clear message and spend nothing', async () => {
  await using app = await offApp()
  const link = secretOf(await makeSetupLink(app.services))
  const owner = visitor(app)
  await owner.post('/api/auth/verify-email-otp', { link, email: 'owner@example.com', name: 'Olga' })
  const invited = async () => secretOf((await owner.post<{ url: string }>('/api/people/invitations', {})).body.url)
  const [used, late] = [await invited(), await invited()]
  const theo = visitor(app)
  await theo.post('/api/auth/verify-email-otp', { link: used, email: 'theo@example.com', name: 'Theo' })
  const { id } = (await theo.get<{ user: { id: number } }>('/api/auth/check')).body.user
  const gone = secretOf(
    (await owner.post<{ link: { url: string } }>(`/api/people/${id}`, { act: 'link' })).body.link.url,
  )
  const theirs = await theo.get('/api/people')
  expect((await owner.post(`/api/people/${id}`, { act: 'remove', name: 'Theo' })).status).toBe(200)
  await app.clock.advance({ hours: 72 })
  const stranger = visitor(app)
  const join = (secret?: string) =>
    stranger.post('/api/auth/verify-email-otp', { link: secret, email: 's@example.com', name: 'S' })
  await askAsStranger(stranger, 'first@example.com') // its counts
  const before = await countRows(app.services.db)
  const ways = [
    await join(),
    await askAsStranger(stranger, 's@example.com'),
    await join(used),
    await join(late),
    await join('guessed'),
    await stranger.post('/api/auth/link/login', { link: gone }),
    await join(link),
    theirs,
    await stranger.post(
      '/api/auth/login',
      { email: 's@example.com', otp: '000000' },
      { origin: 'https://evil.example' },
    ),
    await stranger.post('/api/auth/passkey', {
      passkey: { id: 'x', clientData: 'x', authenticatorData: 'x', signature: 'x' },
    }),
  ]
  expect(ways.map(({ status }) => status)).toEqual([400, 200, 400, 400, 400, 400, 400, 404, 403, 400])
  for (const { body } of ways)
    expect((body as { message: string }).message).toMatch(/^[A-Z].{10,}\.$|^Access denied$|^Resource not found$/)
  expect(await who(stranger)).toBeUndefined()
  expect(await countRows(app.services.db)).toEqual(before)
  expect(await calls(app)).toBe(0)
})
