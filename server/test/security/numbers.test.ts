import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import { codeIn, signUp, solvedCaptcha, visitor } from '../harness/app/visitor.ts'

let app: TestApp
beforeAll(async () => {
  const settings = { LIMIT_CODES_PER_IP: '1000', LIMIT_TEXTS_PER_NUMBER: '100' }
  app = await startTestApp({ now: '2027-01-15T06:00:00Z', settings })
})
afterAll(() => app[Symbol.asyncDispose]())

test.each([
  ['a premium number', '+19005550123'],
  ['a personal number that forwards at a charge', '+447012345678'],
  ['an island sharing a calling code with a country we call', '+447911123456'],
  ['an island behind +1', '+18765550123'],
  ['a satellite phone', '+881612345678'],
  ['an emergency number', '+61000000'],
  ['the European emergency number', '+49112'],
  ['a shared-cost number', '+611300123456'],
  ['an unassigned number', '+12005550123'],
  ['our own caller number', 'own'],
])('S34 PHONE-11 %s gets no text', async (_case, number) => {
  const browser = visitor(app)
  await signUp(app, browser, `n${number.replace('+', '')}@example.com`)
  const phone = number === 'own' ? app.sandbox.phoneNumber : number
  const captcha = await solvedCaptcha(browser)
  const { status, body } = await browser.post('/api/auth/send-otp', { phone, captcha })
  expect(status).toBe(400)
  expect(body.message.length).toBeGreaterThan(10)
  await app.clock.advance({ ms: 0 })
  const texts = (await app.carrierLog()).filter((entry) => entry.kind.startsWith('text-') && entry['to'] === phone)
  expect(texts).toEqual([])
})

test('S36 PHONE-11 when ten accounts prove one number at once exactly one keeps it', async () => {
  const phone = await app.phone('+12025550113')
  const browsers = []
  for (let n = 0; n < 10; n++) {
    const browser = visitor(app)
    await signUp(app, browser, `ten${n}@example.com`)
    await browser.post('/api/auth/send-otp', { phone: phone.number, captcha: await solvedCaptcha(browser) })
    browsers.push({ browser, otp: codeIn((await phone.expectText()).body) })
  }
  const proofs = browsers.map(({ browser, otp }) => browser.post('/api/auth/verify-otp', { phone: phone.number, otp }))
  for (const { status } of await Promise.all(proofs)) expect(status).toBe(200)
  const holders = await app.services.db
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone.number)
    .where('phone_verified', '=', true)
    .execute()
  expect(holders).toHaveLength(1)
  await app.clock.advance({ ms: 0 })
  const told = (await app.mailbox.mails()).filter(({ subject }) => subject.includes('no longer verified'))
  expect(told).toHaveLength(9)
})
