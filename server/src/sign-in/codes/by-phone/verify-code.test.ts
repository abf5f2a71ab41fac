import { faults, type FaultOrder, type Handset } from '@reveille/exchange/testing/handset'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/start-test-app.ts'
import { codeIn, signUp, solvedCaptcha, visitor, type Visitor } from '../../../../test/harness/app/visitor.ts'
import { areTextsPaused, noteLostText } from '../../../carrier/lost-texts.ts'

const SERVICE = 'VA0123456789abcdef0123456789abcdef'

let app: TestApp
beforeAll(async () => {
  const settings = { LIMIT_CODES_PER_IP: '1000', TWILIO_VERIFY_SERVICE_SID: SERVICE }
  app = await startTestApp({ now: '2027-01-15T06:00:00Z', settings, account: { verifyServiceSid: SERVICE } })
})
afterEach(() => faults(app.sandbox.url).clear())
afterAll(() => app[Symbol.asyncDispose]())

let made = 0
async function newcomer(): Promise<Visitor> {
  const browser = visitor(app)
  await signUp(app, browser, `verified${++made}@example.com`)
  return browser
}

const phoneOf = () => app.phone(`+4915115578${String(++made).padStart(3, '0')}`)
const breakWith = ({ number: to }: Handset, order: Omit<FaultOrder, 'to'>) =>
  faults(app.sandbox.url).add({ what: 'text', ...order, to })
/** Makes the next request about this number fail at the carrier. */
const failOnce = (phone: Handset) => breakWith(phone, { fault: '5xx-before-accepting' })

/** Requests a code, after the pause. */
async function ask(browser: Visitor, { number: phone }: Handset, by: 'text' | 'call' = 'text') {
  await app.clock.advance({ seconds: 31 })
  const { status } = await browser.post('/api/auth/send-otp', {
    phone,
    by,
    captcha: await solvedCaptcha(browser, phone),
  })
  await app.clock.advance({ ms: 2 }) // the job's first try is over by then, and the rate allows the next request
  return status
}

async function statusOf(browser: Visitor, { number }: Handset) {
  const { body } = await browser.get<{ status: string }>(`/api/auth/otp-status?phone=${encodeURIComponent(number)}`)
  return body.status
}

const verify = (browser: Visitor, { number: phone }: Handset, otp: string) =>
  browser.post('/api/auth/verify-otp', { phone, otp }).then(({ status }) => status)

/** What the carrier did for this number: its verifications and texts, oldest first. */
async function carrierDid({ number }: Handset): Promise<string[]> {
  const kinds = (await app.carrierLog()).filter((entry) => entry['to'] === number).map(({ kind }) => kind)
  return kinds.filter((kind) => /^verification-|^text-created/.test(kind))
}

const SENT = ['verification-created', 'text-created']

test('CARRIER-8 a code sent by the verification service works, and the carrier learns that, after a retry if needed', async () => {
  const [browser, phone] = [await newcomer(), await phoneOf()]
  expect(await ask(browser, phone)).toBe(200)
  const { body, from } = await phone.expectText()
  expect(from).not.toBe(app.sandbox.phoneNumber)
  expect(body).toBe(`Your Reveille verification code is: ${codeIn(body)}`)
  expect(await statusOf(browser, phone)).toBe('sent')
  expect(await verify(browser, phone, codeIn(body) === '000000' ? '000001' : '000000')).toBe(400)
  expect(await carrierDid(phone)).toEqual(SENT)
  await failOnce(phone)
  expect(await verify(browser, phone, codeIn(body))).toBe(200)
  await expect.poll(() => carrierDid(phone)).toEqual([...SENT, 'verification-approved'])
})

test("CARRIER-8 CODE-2 a new code differs, what it replaces is canceled first, and a stranger's request voids nothing", async () => {
  const [browser, stranger, phone] = [await newcomer(), await newcomer(), await phoneOf()]
  await ask(browser, phone)
  const first = codeIn((await phone.expectText()).body)
  await failOnce(phone) // the cancellation fails at first
  await ask(browser, phone)
  const second = codeIn((await phone.expectText()).body)
  expect(await verify(browser, phone, first)).toBe(400)
  await ask(stranger, phone)
  expect(codeIn((await phone.expectText()).body)).not.toBe(second)
  expect(await verify(browser, phone, second)).toBe(200)
  const canceled = ['verification-canceled', ...SENT]
  expect(await carrierDid(phone)).toEqual([...SENT, ...canceled, ...canceled])
})

test("CARRIER-8 PHONE-5 after half a minute the code can come by call even if the text's fate is unknown, which cancels the open one", async () => {
  const [browser, phone] = [await newcomer(), await phoneOf()]
  await breakWith(phone, { fault: 'text-undelivered', code: 30_003 })
  await ask(browser, phone)
  expect(await statusOf(browser, phone)).toBe('sent')
  expect(await ask(browser, phone, 'call')).toBe(200)
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  const words = (await call.heard()).map((heard) => ('text' in heard ? heard.text : ''))
  const otp = words.filter((word) => /^[0-9]$/.test(word)).join('')
  await call.hangUp()
  expect(await verify(browser, phone, otp.slice(0, 6))).toBe(200)
  await app.clock.advance({ ms: 0 })
  expect(await carrierDid(phone)).toEqual([...SENT, 'verification-canceled'])
})

test('CARRIER-8 a code sent without an answer is sent again unchanged', async () => {
  const [browser, phone] = [await newcomer(), await phoneOf()]
  await breakWith(phone, { fault: 'accept-then-reset' })
  await ask(browser, phone)
  const codes = [codeIn((await phone.expectText()).body), codeIn((await phone.expectText()).body)]
  expect(codes[1]).toBe(codes[0])
  await expect.poll(() => statusOf(browser, phone)).toBe('sent')
  expect(await verify(browser, phone, codes[0]!)).toBe(200)
})

test('CARRIER-8 when the carrier has an open verification we never heard of, our code is sent after it', async () => {
  const [browser, phone] = [await newcomer(), await phoneOf()]
  await app.services.carrier.verification!.send({ to: phone.number, code: '407192' }) // as if its answer was lost
  await phone.expectText()
  await ask(browser, phone)
  const codes = [codeIn((await phone.expectText()).body), codeIn((await phone.expectText()).body)]
  expect(codes[0]).toBe('407192')
  expect(await verify(browser, phone, codes[1]!)).toBe(200)
})

test('CARRIER-8 PHONE-6 a refusal by the service reaches the page at once, and the service is asked once', async () => {
  const browser = await newcomer()
  const refusals = [
    [60_200, 400, 'invalid-number'],
    [60_205, 403, 'no-texts'],
    [60_203, 429, 'too-many'],
    [60_410, 403, 'refused'],
    [60_605, 403, 'refused'],
    [575_001, 403, 'refused'],
  ] as const
  for (const [code, status, told] of refusals) {
    const phone = await phoneOf()
    await breakWith(phone, { fault: 'refuse', code, status })
    expect(await ask(browser, phone)).toBe(200)
    expect(await statusOf(browser, phone)).toBe(told)
    expect(await carrierDid(phone)).toEqual([])
  }
})

test('CARRIER-8 PHONE-6 a pause of texts to +1 stops no code, since the service needs no registration', async () => {
  const { services } = app
  const [browser, phone] = [await newcomer(), await app.phone('+12025550402')]
  for (let lost = 0; lost < 3; lost++)
    await noteLostText(services, { phone: phone.number, reason: 'unregistered', code: 30_034 })
  expect(await areTextsPaused(services, phone.number)).toBe(true)
  await ask(browser, phone)
  await phone.expectText()
  expect(await statusOf(browser, phone)).toBe('sent')
})
