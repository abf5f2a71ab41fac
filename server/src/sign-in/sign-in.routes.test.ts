import { CONSENTS } from '@reveille/core/consents/consents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { logIn, mailedCode, otherThan, signUp, visitor } from '../../test/harness/app/visitor.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:00:00Z', settings: { LIMIT_CODES_PER_IP: '1000' } })
})
afterAll(() => app[Symbol.asyncDispose]())

test('SIGNUP-4 AUTH-4 a mailed code creates the account and signs in', async () => {
  const browser = visitor(app)
  const otp = await mailedCode(app, browser, 'new@example.com')
  const created = await browser.post('/api/auth/verify-email-otp', { email: 'New@Example.com ', otp, name: ' Ada ' })
  expect(created).toMatchObject({ status: 200, body: { user: { email: 'new@example.com', name: 'Ada' } } })
  expect((await browser.get('/api/auth/check')).body).toEqual({
    authenticated: true,
    user: {
      id: expect.any(Number),
      email: 'new@example.com',
      name: 'Ada',
      phone: null,
      phoneVerified: false,
      isPersonalized: false,
    },
  })
})

test('AUTH-4 a visitor learns that nobody is signed in', async () => {
  expect(await visitor(app).get('/api/auth/check')).toMatchObject({ status: 200, body: { authenticated: false } })
})

test('SIGNUP-6 PHONE-15 one welcome mail is sent, and none at a later sign-in', async () => {
  const browser = visitor(app)
  await signUp(app, browser, 'welcome@example.com', 'Grace <b>')
  const { subject, text, html } = await app.mailbox.expectMail('welcome@example.com')
  expect(text).toContain(`Save our number: ${app.services.config.publicUrl}/api/contact.vcf`)
  expect(text).toMatch(/iPhone:[^]*Emergency Bypass[^]*Android:[^]*starred contacts/)
  expect(subject).toBe('Welcome to Reveille')
  expect(html).toContain('Welcome, Grace!')
  await logIn(app, browser, 'welcome@example.com')
  const subjects = (await app.mailbox.mails('welcome@example.com')).map((mail) => mail.subject)
  expect(subjects.filter((line) => line === 'Welcome to Reveille')).toHaveLength(1)
})

test('SIGNUP-4 accepting the terms is stored with version, time and address', async () => {
  await signUp(app, visitor(app), 'terms@example.com')
  const { db } = app.services
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'terms@example.com')
    .executeTakeFirstOrThrow()
  const consents = await db.selectFrom('consents').selectAll().where('user_id', '=', id).execute()
  expect(consents).toMatchObject([
    { kind: 'terms', version: CONSENTS.terms.version, ip: '127.0.0.1', given_at: Date.parse('2027-01-15T06:00:00Z') },
  ])
})

test('LOGIN-2 LOGIN-5 a mailed code signs in to an existing account', async () => {
  await signUp(app, visitor(app), 'login@example.com')
  const browser = visitor(app)
  expect((await browser.post('/api/auth/request-email-otp', { email: 'login@example.com' })).body).toEqual({
    type: 'login',
    message: 'Please check your email for a verification code.',
  })
  await logIn(app, browser, 'login@example.com')
  expect((await browser.get('/api/auth/check')).body).toMatchObject({ authenticated: true })
})

test('LOGIN-7 an address without an account gets a sign-up code, and login never creates an account', async () => {
  const browser = visitor(app)
  const email = 'nobody@example.com'
  const asked = await browser.post('/api/auth/request-email-otp', { email })
  expect(asked.body).toMatchObject({ type: 'signup' })
  const otp = await mailedCode(app, browser, email)
  expect(await browser.post('/api/auth/login', { email, otp })).toMatchObject({
    status: 400,
    body: { message: 'Invalid verification code. Please try again.' },
  })
  expect((await browser.post('/api/auth/verify-email-otp', { email, otp, name: 'Somebody' })).status).toBe(200)
})

test('CODE-3 asking again within 30 seconds keeps the first code valid and sends nothing new', async () => {
  const browser = visitor(app)
  const email = 'twice@example.com'
  const otp = await mailedCode(app, browser, email)
  await app.clock.advance({ seconds: 29 })
  expect((await browser.post('/api/auth/request-email-otp', { email })).status).toBe(200)
  await app.clock.advance({ ms: 0 })
  expect(await app.mailbox.mails(email)).toHaveLength(1)
  expect((await browser.post('/api/auth/verify-email-otp', { email, otp, name: 'Twice' })).status).toBe(200)
})

test('SIGNUP-5 a sign-up is refused with a message if the address got an account in the meantime', async () => {
  const [slow, quick] = [visitor(app), visitor(app)]
  const email = 'both@example.com'
  const otp = await mailedCode(app, slow, email)
  await signUp(app, quick, email)
  expect(await slow.post('/api/auth/verify-email-otp', { email, otp, name: 'Slow' })).toMatchObject({
    status: 400,
    body: { message: 'This email is already registered. Please login instead.' },
  })
})

test('CODE-4 wrong, used, expired and too many tries have different words', async () => {
  const email = 'words@example.com'
  const browser = visitor(app)
  await signUp(app, browser, email)
  const login = async (otp: string) => (await browser.post('/api/auth/login', { email, otp })).body.message
  const otp = await mailedCode(app, browser, email)
  expect(await login(otherThan(otp))).toBe('Invalid verification code. Please try again.')
  await browser.post('/api/auth/login', { email, otp })
  expect(await login(otp)).toBe('This verification code was already used. Please request a new one.')
  const late = await mailedCode(app, browser, email)
  await app.clock.advance({ minutes: 10 })
  expect(await login(late)).toBe('This verification code has expired. Please request a new one.')
  const guessed = await mailedCode(app, browser, email)
  for (let tries = 0; tries < 5; tries++) await login(otherThan(guessed))
  expect(await login(guessed)).toBe('Too many wrong attempts. Please request a new code.')
})

test('AUTH-9 the list of sessions shows where a person is signed in, and can end all others', async () => {
  const email = 'places@example.com'
  const [here, there] = [visitor(app), visitor(app)]
  await signUp(app, here, email)
  await app.clock.advance({ minutes: 1 })
  await logIn(app, there, email, true)
  const { body } = await here.get<{ current: boolean; remembered: boolean }[]>('/api/account/sessions')
  expect(body).toMatchObject([
    { current: false, remembered: true },
    { current: true, remembered: false },
  ])
  expect((await here.post('/api/account/sessions/end-others')).status).toBe(200)
  expect((await there.get('/api/auth/check')).body).toEqual({ authenticated: false })
  expect((await here.get('/api/auth/check')).body).toMatchObject({ authenticated: true })
})
