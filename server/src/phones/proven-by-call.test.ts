import { faults } from '@reveille/exchange/testing/handset'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeSaidIn } from '../../test/harness/app/code-said-in.ts'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { browserOf, solvedCaptcha, verifyPhone, visitor } from '../../test/harness/app/visitor.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { acceptNumber } from './accept-number.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:00:00Z', settings: { LIMIT_CODES_PER_IP: '1000' } })
})
afterAll(() => app[Symbol.asyncDispose]())

async function proveByCall(person: Person, number: string, as: 'first' | 'second' = 'first'): Promise<void> {
  const browser = browserOf(app, person)
  const phone = await app.phone(number)
  const captcha = await solvedCaptcha(browser, number)
  expect((await browser.post('/api/auth/send-otp', { phone: number, as, by: 'call', captcha })).status).toBe(200)
  await app.clock.advance({ ms: 2 }) // the carrier's rate allows it
  const otp = await codeSaidIn(await phone.expectCall())
  expect((await browser.post('/api/auth/verify-otp', { phone: number, as, otp })).status).toBe(200)
}

const proveByText = (person: Person, number: string) => verifyPhone(app, browserOf(app, person), number)

const textsOf = async (person: Person) =>
  (await person.get<{ texts: { stopped: boolean; unproven: boolean } }>('/api/account')).body.texts

/** How many texts the carrier counted to a number. */
const textsTo = async (to: string) =>
  (await app.carrierLog()).filter((entry) => entry.kind === 'text-created' && entry['to'] === to).length

/** Schedules a call in twenty minutes that is announced, and advances until just before it rings. */
async function comesToAnAnnouncement(person: Person): Promise<void> {
  const wakeupTime = new Date(app.clock.now() + 20 * 60_000).toISOString().slice(11, 16)
  const { id } = await person.schedule({ wakeupTime, timezone: 'Etc/UTC', advanceNotice: true, callRetry: false })
  await app.clock.advance({ minutes: 10 })
  await person.delete(`/api/schedule/${id}`)
}

test('PHONE-11 CALL-9 S71 a number proven only by call gets no unrequested text until a texted code proves that it takes texts', async () => {
  const person = await app.person({ phone: '+4915155568001' })
  const number = '+4915155568002'
  await proveByCall(person, number)
  await app.clock.advance({ ms: 0 })
  await (await app.phone('+4915155568001')).expectText() // the former number was proven by text, so it gets a notice
  expect(await textsOf(person)).toMatchObject({ stopped: false, unproven: true })
  await comesToAnAnnouncement(person)
  expect(await textsTo(number)).toBe(0)

  await proveByText(person, number)
  expect(await textsOf(person)).toMatchObject({ unproven: false })
  await proveByCall(person, number) // it takes texts anyway
  expect(await textsOf(person)).toMatchObject({ unproven: false })
  await comesToAnAnnouncement(person)
  expect((await (await app.phone(number)).expectText()).body).toContain('SKIP')
  expect(await textsTo(number)).toBe(2) // the code and the announcement
})

test('PHONE-11 a landline is called with its code, whatever was asked, and gets no text', async () => {
  const person = await app.person({ phone: '+4915155568040', phoneVerified: false })
  const [browser, landline] = [browserOf(app, person), '+493012345678']
  const phone = await app.phone(landline)
  const captcha = await solvedCaptcha(browser, landline)
  const sent = await browser.post('/api/auth/send-otp', { phone: landline, by: 'text', captcha })
  expect(sent).toMatchObject({ status: 200, body: { message: 'Your phone will ring in a moment.', by: 'call' } })
  await app.clock.advance({ ms: 2 })
  const otp = await codeSaidIn(await phone.expectCall())
  expect((await browser.post('/api/auth/verify-otp', { phone: landline, otp })).status).toBe(200)
  expect(await textsTo(landline)).toBe(0)
})

test('PHONE-11 a call proves a number that takes texts if the text with the code arrived first', async () => {
  const person = await app.person({ phone: '+4915155568030', phoneVerified: false })
  const [arrived, lost] = ['+4915155568031', '+4915155568032']
  await faults(app.sandbox.url).add({ fault: 'text-undelivered', code: 30_006, to: lost, what: 'text', times: null })
  for (const number of [arrived, lost]) {
    const browser = browserOf(app, person)
    const captcha = await solvedCaptcha(browser, number)
    expect((await browser.post('/api/auth/send-otp', { phone: number, captcha })).status).toBe(200)
    await app.clock.advance({ seconds: 31 })
    if (number === arrived) await (await app.phone(number)).expectText()
    await proveByCall(person, number)
    expect(await textsOf(person)).toMatchObject({ unproven: number === lost })
  }
})

test('PHONE-11 S71 a landline is never texted that it was replaced or disowned', async () => {
  const { services } = app
  const { userId } = await app.person({ phone: '+4915155568010', phoneVerified: false, email: 'landline@example.com' })
  const [first, second] = ['+4915155568011', '+4915155568012']
  const from = { ip: '192.0.2.1', browser: '' }
  const prove = (phone: string, by: 'text' | 'call') =>
    inTransaction(services.db, (tx) => acceptNumber(services, tx, { userId, phone, as: 'first', by, from }))
  await prove(first, 'call')
  await app.clock.advance({ hours: 8 * 24 }) // within a week the former number gets no notice anyway
  await prove(second, 'call')
  await app.clock.advance({ ms: 0 })
  const mails = await app.mailbox.mails('landline@example.com')
  const [, token] = /\/not-me#([^\s"]+)/.exec(mails.at(-1)?.text ?? '') ?? []
  expect((await visitor(app).post('/api/not-me', { token })).status).toBe(200)
  await app.clock.advance({ ms: 0 })
  expect([await textsTo(first), await textsTo(second)]).toEqual([0, 0])
})

test('S72 PHONE-11 CALL-7 the code that turns calls back on comes by call where texts may not go, for either number', async () => {
  const person = await app.person({ phone: '+4915155568020', phoneVerified: false })
  const [first, second] = ['+4915155568021', '+4915155568022']
  await proveByCall(person, first)
  await proveByCall(person, second, 'second')
  expect((await browserOf(app, person).send('PUT', '/api/account/consents', { calls: false })).status).toBe(200)
  await app.services.db
    .insertInto('opt_outs')
    .values({ phone: second, kind: 'calls', opted_out_at: new Date(app.clock.now()) })
    .execute()
  for (const [as, number] of [['first', first] as const, ['second', second] as const]) {
    const browser = browserOf(app, person)
    expect((await browser.post('/api/account/code/calls', { as })).status).toBe(200)
    await app.clock.advance({ ms: 2 })
    const otp = await codeSaidIn(await (await app.phone(number)).expectCall())
    expect((await browser.send('PUT', '/api/account/consents', { calls: true, otp, as })).status).toBe(200)
    expect(await textsTo(number)).toBe(0)
  }
  const { body } = await person.get<{ calls: { stopped: boolean }; secondPhone: { calls: { stopped: boolean } } }>(
    '/api/account',
  )
  expect(body).toMatchObject({ calls: { stopped: false }, secondPhone: { calls: { stopped: false } } })
})

test('S27 S74 at night strangers make a number ring once, even after a text, and its holder as often as by day', async () => {
  await using night = await startTestApp({ now: '2027-01-15T23:00:00Z' })
  const person = await night.person({ phone: '+4915155568050' })
  const browser = browserOf(night, person)
  const ask = async (phone: string, by: 'text' | 'call') => {
    const captcha = await solvedCaptcha(browser, phone)
    const { status, body } = await browser.post('/api/auth/send-otp', { phone, by, captcha })
    await night.clock.advance({ seconds: 31 })
    return [status, (body as { reason?: string }).reason]
  }
  const stranger = await night.phone('+4915155568051')
  expect(await ask(stranger.number, 'text')).toEqual([200, undefined])
  await stranger.expectText()
  expect(await ask(stranger.number, 'call')).toEqual([200, undefined])
  await (await stranger.expectCall()).decline()
  expect(await ask(stranger.number, 'call')).toEqual([429, 'too-many-requests'])
  const own = await night.phone(person.phone)
  for (let call = 0; call < 2; call++) {
    expect(await ask(person.phone, 'call')).toEqual([200, undefined])
    await (await own.expectCall()).decline()
  }
})
