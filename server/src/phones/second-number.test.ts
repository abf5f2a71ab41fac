import type { Account, AccountActivity } from '@reveille/contract/accounts'
import type { Notices } from '@reveille/contract/notices'
import { CONSENTS } from '@reveille/core/consents/consents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { browserOf, codeIn, solvedCaptcha, verifyPhone, visitor } from '../../test/harness/app/visitor.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    now: '2027-01-15T06:00:00Z',
    settings: { LIMIT_CODES_PER_IP: '1000' },
  })
})
afterAll(() => app[Symbol.asyncDispose]())

let made = 0
const newNumber = () => `+1202555${String(2_000 + made++)}`

/** A person who added a second number, as the page does. */
async function withSecond(options: { phone?: string; second?: string } = {}) {
  const second = options.second ?? newNumber()
  const email = `second${made}@example.com`
  const person = await app.person({ phone: options.phone ?? newNumber(), email })
  const browser = browserOf(app, person)
  await verifyPhone(app, browser, second, 'second')
  await app.clock.advance({ ms: 0 })
  return { person, browser, second, email }
}

const accountOf = async (person: Person) => (await person.get<Account>('/api/account')).body
const activity = async (person: Person) =>
  (await person.get<AccountActivity>('/api/account/activity')).body.map(({ what }) => what)
const notices = async (person: Person) =>
  (await person.get<Notices>('/api/notices')).body.notices.map(({ kind }) => kind)
const mailTo = async (email: string, subject: string) =>
  (await app.mailbox.mails(email)).find((mail) => mail.subject === subject)

test('WAKE-18 PHONE-14 a second number is verified by its own code, with the usual consent, and shown next to the first', async () => {
  const { person, second } = await withSecond()
  expect(await accountOf(person)).toMatchObject({
    phone: person.phone,
    phoneVerified: true,
    secondPhone: { phone: second, verified: true, calls: { stopped: false } },
  })
  const consents = await app.services.db
    .selectFrom('consents')
    .select(['version', 'ip'])
    .where('user_id', '=', person.userId)
    .where('kind', '=', 'calls-and-texts')
    .orderBy('id', 'desc')
    .execute()
  expect(consents).toHaveLength(2)
  expect(consents[0]).toEqual({ version: CONSENTS['calls-and-texts'].version, ip: '127.0.0.1' })
})

test('WAKE-18 S71 a person is told of their second number by bell, activity and email, and its only text is the code', async () => {
  const { person, second, email } = await withSecond()
  expect(await notices(person)).toEqual(['second-number-added'])
  expect(await activity(person)).toContain('Verified a second number')
  const mail = await mailTo(email, 'Your account has a second number')
  expect(mail?.text).toContain(`the number ending in ${second.slice(-3)}`)
  expect(await (await app.phone(second)).texts()).toHaveLength(1)
})

test('WAKE-18 S70 adding a second number needs a fresh proof, as changing the first one does', async () => {
  const person = await app.person({ phone: newNumber() })
  await app.clock.advance({ minutes: 16 })
  const phone = newNumber()
  const stale = { status: 403, body: { reason: 'fresh-code-required', freshCodeRequired: true } }
  expect(await person.post('/api/auth/send-otp', { phone, as: 'second' })).toMatchObject(stale)
  expect(await person.post('/api/auth/verify-otp', { phone, as: 'second', otp: '123456' })).toMatchObject(stale)
  const byToken = { phone, as: 'second', firebaseToken: 'proven' }
  expect(await person.post('/api/auth/verify-firebase-phone', byToken)).toMatchObject(stale)
  expect(await accountOf(person)).toMatchObject({ secondPhone: null })
})

test('WAKE-18 CODE-2 a code for the second number does not change the first, nor the other way around', async () => {
  const person = await app.person({ phone: newNumber() })
  const browser = browserOf(app, person)
  const phone = newNumber()
  const handset = await app.phone(phone)
  const wanted = { phone, as: 'second', captcha: await solvedCaptcha(browser, phone) }
  expect((await browser.post('/api/auth/send-otp', wanted)).status).toBe(200)
  const otp = codeIn((await handset.expectText()).body)
  expect((await browser.get(`/api/auth/otp-status?phone=%2B${phone.slice(1)}&as=second`)).body).toMatchObject({
    status: 'sent',
  })
  expect((await browser.get(`/api/auth/otp-status?phone=%2B${phone.slice(1)}`)).body).toMatchObject({ status: 'none' })
  expect((await browser.post('/api/auth/verify-otp', { phone, otp })).body).toMatchObject({ reason: 'code-wrong' })
  expect(await accountOf(person)).toMatchObject({ phone: person.phone, secondPhone: null })
})

test.each<[string, string, (phone: string) => Promise<Person>]>([
  ['the first number', 'number-is-first', (phone) => app.person({ phone })],
  ['any number while the first is unverified', 'phone-not-verified', () => app.person({ phoneVerified: false })],
])('WAKE-18 PHONE-11 %s is refused as a second number: %s', async (_case, reason, somebody) => {
  const phone = newNumber()
  const person = await somebody(phone)
  expect((await person.post('/api/auth/send-otp', { phone, as: 'second' })).body).toMatchObject({ reason })
  const { db } = app.services
  expect(await db.selectFrom('one_time_codes').select('id').where('address', '=', phone).execute()).toEqual([])
})

test('WAKE-18 PHONE-11 a number that cannot be called is refused as for a first number', async () => {
  const person = await app.person({ phone: newNumber() })
  const sent = await person.post('/api/auth/send-otp', { phone: '+18765551234', as: 'second' })
  expect(sent.body).toMatchObject({ reason: 'country-not-served' })
})

test("WAKE-18 PHONE-11 proof moves a number away from anybody's first or second place", async () => {
  const { person: former, second } = await withSecond()
  const { person: heir } = await withSecond({ second })
  expect(await accountOf(former)).toMatchObject({
    phoneVerified: true,
    secondPhone: { phone: second, verified: false },
  })
  expect(await accountOf(heir)).toMatchObject({ secondPhone: { phone: second, verified: true } })
  expect(await notices(former)).toEqual(['second-number-moved', 'second-number-added'])
  expect(await activity(former)).toContain('Second number moved to another account')

  const browser = visitor(app)
  const third = await app.person({ phoneVerified: false, phone: newNumber() })
  for (const [name, value] of browserOf(app, third).cookies) browser.cookies.set(name, value)
  await verifyPhone(app, browser, second)
  expect(await accountOf(third)).toMatchObject({ phone: second, phoneVerified: true })
  expect(await accountOf(heir)).toMatchObject({ phoneVerified: true, secondPhone: { verified: false } })

  await withSecond({ second })
  expect(await accountOf(third)).toMatchObject({ phone: second, phoneVerified: false })
  expect(await notices(third)).toContain('number-moved')
})

test('WAKE-18 PHONE-11 making the second number the first leaves no second one', async () => {
  const { person, browser, second } = await withSecond()
  await verifyPhone(app, browser, second)
  expect(await accountOf(person)).toMatchObject({ phone: second, phoneVerified: true, secondPhone: null })
  expect((await (await app.phone(person.phone)).expectText()).body).toContain('wake-up number was changed')
})

test('WAKE-18 one request removes the second number, without a fresh proof, and a repeated request changes nothing', async () => {
  const { person } = await withSecond()
  await app.clock.advance({ hours: 1 })
  expect((await person.delete('/api/account/second-phone')).status).toBe(200)
  expect(await accountOf(person)).toMatchObject({ secondPhone: null, phoneVerified: true })
  expect((await person.delete('/api/account/second-phone')).status).toBe(200)
  expect((await activity(person)).filter((what) => what === 'Removed the second number')).toHaveLength(1)
})

test("WAKE-18 S71 'That wasn't me' in the email stops calls to the second number and leaves the first alone", async () => {
  const { person, browser, email } = await withSecond()
  const mail = await mailTo(email, 'Your account has a second number')
  const [, token = ''] = /\/not-me#second\.([^\s"]+)/.exec(mail?.text ?? '') ?? []
  const pressed = await visitor(app).post('/api/not-me', { token })
  expect(pressed).toMatchObject({ status: 200, body: { message: "We won't call that number." } })
  expect((await browser.get('/api/account')).status).toBe(401)
  const row = await app.services.db
    .selectFrom('users')
    .select(['phone_verified', 'second_phone_verified'])
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ phone_verified: true, second_phone_verified: false })
  await app.clock.advance({ ms: 0 })
  expect(await mailTo(email, "We won't call your second number")).toBeDefined()
  expect((await (await app.phone(person.phone)).unexpected()).texts).toEqual([])
})

test('WAKE-18 S71 a recently added second number does not keep the former first one from being told', async () => {
  const { person, browser } = await withSecond()
  await verifyPhone(app, browser, newNumber())
  expect((await (await app.phone(person.phone)).expectText()).body).toContain('wake-up number was changed')
})

test('WAKE-18 CALL-9 STOP from the second phone affects no texts to the first', async () => {
  const { person, second } = await withSecond()
  const handset = await app.phone(second)
  await handset.text('STOP')
  expect(await accountOf(person)).toMatchObject({ texts: { stopped: false } })
  const captcha = await solvedCaptcha(visitor(app), second)
  expect((await person.post('/api/auth/send-otp', { phone: second, as: 'second', captcha })).status).toBe(400)
})

test("WAKE-18 S38 after the account's deletion, its second number's stops are kept under a hash", async () => {
  const { browser, second, email } = await withSecond()
  const { db } = app.services
  await db
    .insertInto('opt_outs')
    .values({ phone: second, kind: 'calls', opted_out_at: new Date(app.clock.now()) })
    .execute()
  await browser.post('/api/account/code', { purpose: 'deletion' })
  await app.clock.advance({ ms: 0 })
  const mails = await app.mailbox.mails(email)
  const otp = codeIn(mails.find(({ subject }) => /to delete/.test(subject))?.subject ?? '')
  expect((await browser.send('DELETE', '/api/account', { word: 'DELETE', otp })).status).toBe(200)
  expect(await db.selectFrom('opt_outs').selectAll().where('phone', '=', second).execute()).toEqual([])
  expect(await db.selectFrom('one_time_codes').select('id').where('address', '=', second).execute()).toEqual([])

  const heir = await app.person({ phone: newNumber() })
  await verifyPhone(app, browserOf(app, heir), second, 'second')
  expect(await accountOf(heir)).toMatchObject({ secondPhone: { verified: true, calls: { stopped: true } } })
})
