import type { Notices } from '@reveille/contract/notices'
import type { Schedule } from '@reveille/contract/schedules'
import { CONSENTS } from '@reveille/core/consents/consents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import {
  codeIn,
  logIn,
  otherThan,
  signUp,
  solvedCaptcha,
  verifyPhone,
  visitor,
  type Visitor,
} from '../../test/harness/app/visitor.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:00:00Z', settings: { LIMIT_CODES_PER_IP: '1000' } })
})
afterAll(() => app[Symbol.asyncDispose]())

async function signedUp(email: string): Promise<Visitor> {
  const browser = visitor(app)
  await signUp(app, browser, email)
  return browser
}

async function userOf(browser: Visitor) {
  return (await browser.get<{ user: { id: number; phone: string; phoneVerified: boolean } }>('/api/auth/check')).body
    .user
}

test('PHONE-1 pages learn from the settings which countries can be chosen, and which time zones each has', async () => {
  await using german = await startTestApp({ now: '2027-01-15T06:00:00Z', settings: { CALL_COUNTRIES: 'DE,US' } })
  const { body } = await visitor(german).get<{ countries: unknown }>('/api/config')
  expect(body.countries).toEqual([
    { code: 'DE', callingCode: '+49', zones: ['Europe/Berlin', 'Europe/Busingen'] },
    { code: 'US', callingCode: '+1', zones: expect.arrayContaining(['America/New_York', 'Pacific/Honolulu']) },
  ])
})

test('PHONE-5 the text ends with a line that binds the code to our host', async () => {
  const browser = await signedUp('bound@example.com')
  const phone = await app.phone('+12025550182')
  await browser.post('/api/auth/send-otp', { phone: phone.number, captcha: await solvedCaptcha(browser) })
  const { body } = await phone.expectText()
  expect(body.split('\n').at(-1)).toBe(`@127.0.0.1 #${codeIn(body)}`)
})

test("PHONE-5 a session's first text needs a captcha, a resend within 15 minutes does not", async () => {
  const browser = await signedUp('captcha@example.com')
  const phone = await app.phone('+12025550183')
  const send = (captcha?: string) => browser.post('/api/auth/send-otp', { phone: phone.number, captcha })
  expect(await send()).toMatchObject({
    status: 400,
    body: { captchaRequired: true, message: 'Please complete the captcha.' },
  })
  expect((await send(await solvedCaptcha(browser))).status).toBe(200)
  await phone.expectText()
  await app.clock.advance({ minutes: 14, seconds: 59 })
  expect((await send()).status).toBe(200)
  await phone.expectText()
  await app.clock.advance({ minutes: 15, seconds: 1 })
  expect((await send()).status).toBe(400)
})

test('PHONE-5 another session of the same browser needs its own captcha', async () => {
  const browser = await signedUp('again@example.com')
  const phone = await app.phone('+12025550184')
  await browser.post('/api/auth/send-otp', { phone: phone.number, captcha: await solvedCaptcha(browser) })
  await phone.expectText()
  await app.clock.advance({ minutes: 1 })
  await browser.post('/api/auth/logout')

  await logIn(app, browser, 'again@example.com')
  expect((await browser.post('/api/auth/send-otp', { phone: phone.number })).body).toMatchObject({
    captchaRequired: true,
  })
})

test('PHONE-11 a new number is pending until its code is entered, and the old one stays verified', async () => {
  const browser = await signedUp('change@example.com')
  await verifyPhone(app, browser, '+12025550185')
  const next = await app.phone('+12025550186')
  const asked = { phone: next.number, captcha: await solvedCaptcha(browser) }
  const { body: sent } = await browser.post('/api/auth/send-otp', asked)
  expect(sent.message).toBe('Check your phone for the verification code.')
  const otp = codeIn((await next.expectText()).body)
  expect(await userOf(browser)).toMatchObject({ phone: '+12025550185', phoneVerified: true })
  const wrong = await browser.post('/api/auth/verify-otp', { phone: next.number, otp: otherThan(otp) })
  expect(wrong.body.message).toBe('Invalid verification code. Please try again.')
  expect(await userOf(browser)).toMatchObject({ phone: '+12025550185', phoneVerified: true })
  await browser.post('/api/auth/verify-otp', { phone: next.number, otp })
  expect(await userOf(browser)).toMatchObject({ phone: '+12025550186', phoneVerified: true })
  expect((await (await app.phone('+12025550185')).expectText()).body).toContain('wake-up number was changed')
})

test('PHONE-11 moving a number from another account needs a yes; until then it stays there and the code stays valid', async () => {
  const number = '+12025550197'
  const holder = await signedUp('holder-asked@example.com')
  await verifyPhone(app, holder, number)
  const browser = await signedUp('asked@example.com')
  await browser.post('/api/auth/send-otp', { phone: number, captcha: await solvedCaptcha(browser, number) })
  const otp = codeIn((await (await app.phone(number)).expectText()).body)
  const prove = (typed: string, takeOver: boolean) =>
    browser.post('/api/auth/verify-otp', { phone: number, otp: typed, takeOver })
  expect(await prove(otherThan(otp), false)).toMatchObject({ status: 400, body: { reason: 'code-wrong' } })
  for (let asked = 0; asked < 6; asked++) {
    expect(await prove(otp, false)).toMatchObject({
      status: 409,
      body: {
        reason: 'number-held',
        message: 'Another account uses this number. Move it here? Calls from that account will stop.',
      },
    })
  }
  expect(await userOf(holder)).toMatchObject({ phone: number, phoneVerified: true })
  expect(await userOf(browser)).toMatchObject({ phoneVerified: false })
  expect(await prove(otp, true)).toMatchObject({ status: 200 })
  expect(await userOf(holder)).toMatchObject({ phoneVerified: false })
  expect(await userOf(browser)).toMatchObject({ phone: number, phoneVerified: true })
  expect(await prove(otp, true)).toMatchObject({ status: 400, body: { reason: 'code-used' } })
})

test('PHONE-11 NEXT-1 CALL-2 proof moves a number: its former holder is unverified, hears of that and of each lost call, and is not called', async () => {
  const former = await app.person({ phone: '+12025550187', email: 'former@example.com' })
  await former.schedule({ wakeupTime: '07:15', timezone: 'America/New_York' })
  const browser = await signedUp('mover@example.com')
  await verifyPhone(app, browser, '+12025550187')
  expect((await former.get('/api/auth/check')).body).toMatchObject({ user: { phoneVerified: false } })
  const title = 'Your phone number is no longer verified'
  const mail = await app.mailbox.expectMail('former@example.com')
  expect(mail).toMatchObject({ subject: title, text: expect.stringContaining(`${app.url}/phone-verification`) })
  const { body } = await former.get<Notices>('/api/notices')
  expect(body.notices).toMatchObject([{ kind: 'number-moved', title, about: 'phone' }])
  const next = async () => (await former.get<Schedule[]>('/api/schedule')).body[0]
  expect(await next()).toMatchObject({ isActive: true, nextCallAt: null, nextCallLocal: null })
  await app.clock.advance({ hours: 24 })
  expect(await app.mailbox.mails('former@example.com')).toHaveLength(1)
  const told = (await former.get<Notices>('/api/notices')).body.notices.map((notice) => notice.title)
  expect(told).toEqual([expect.stringMatching(/^We can't call you on \w+, \w+ \d+ at 7:15 AM$/), title])
  expect(await app.carrierLog()).not.toContainEqual(expect.objectContaining({ kind: 'call-created' }))
})

test('PHONE-14 the consent to calls and texts is stored when the code is accepted', async () => {
  const browser = await signedUp('consent@example.com')
  const { id } = await userOf(browser)
  const consents = () =>
    app.services.db
      .selectFrom('consents')
      .selectAll()
      .where('user_id', '=', id)
      .where('kind', '=', 'calls-and-texts')
      .execute()
  expect(await consents()).toEqual([])
  const now = app.clock.now()
  await verifyPhone(app, browser, '+12025550188')
  expect(await consents()).toMatchObject([
    { version: CONSENTS['calls-and-texts'].version, ip: '127.0.0.1', given_at: now },
  ])
})

test('PHONE-6 a person whose number texted STOP is told how to start again', async () => {
  const browser = await signedUp('stopped@example.com')
  const phone = await app.phone('+12025550189')
  await phone.text('STOP')
  const captcha = await solvedCaptcha(browser)
  expect(await browser.post('/api/auth/send-otp', { phone: phone.number, captcha })).toMatchObject({
    status: 400,
    body: { message: `This number has opted out of our texts. Text START to ${app.sandbox.phoneNumber}.` },
  })
})
