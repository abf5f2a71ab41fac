import { configureCarrier } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { signUp, solvedCaptcha, visitor, type Visitor } from '../../test/harness/app/visitor.ts'
import { why } from '../operators/why.ts'

/** Requests a code and returns what the page is told about it. */
async function codeStatus(app: TestApp, browser: Visitor, phone: string, by: 'text' | 'call') {
  await browser.post('/api/auth/send-otp', { phone, by, captcha: await solvedCaptcha(browser, phone) })
  await app.clock.advance({ ms: 2 })
  return async () => {
    const { body } = await browser.get<{ status: string }>(`/api/auth/otp-status?phone=${encodeURIComponent(phone)}`)
    return body.status
  }
}

const TRIAL =
  'Trial account: calls to at most five verified numbers, no texts in our words, ends 30 days after sign-up.'

test('CARRIER-9 a trial account is explained to the operator in one sentence, and nobody hears that their number is invalid', async () => {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  await using app = await startTestApp({ now: '2027-01-15T06:20:00+01:00', logTo })
  const [verified, other] = [await app.person(), await app.person({ email: 'other@example.com' })]
  await configureCarrier(app.sandbox.url, { trial: { verified: [verified.phone] } })
  for (const person of [verified, other])
    await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin', callRetry: false })
  const phone = await app.phone(verified.phone)
  await app.clock.advance({ minutes: 10, seconds: 1 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  const reason = "Our account with the phone network can't call your number yet. We've been alerted"
  expect(await other.history()).toMatchObject([{ status: 'failed', reason }])
  expect((await why(app.services, 'other@example.com', '2027-01-15')).lines.join('\n')).toContain(TRIAL)
  expect(await app.services.metrics.text()).toContain('outcome="misconfigured"} 1')

  const newcomer = visitor(app)
  await signUp(app, newcomer, 'newcomer@example.com')
  await expect.poll(await codeStatus(app, newcomer, '+4915115579001', 'text')).toBe('refused')
  await expect.poll(await codeStatus(app, newcomer, '+4915115579001', 'call')).toBe('call-refused')
  const alarms = lines.filter((line) => line.includes('"alarm":"texts"'))
  expect(alarms).toEqual([expect.stringContaining(TRIAL)])
})

test('CARRIER-4 PHONE-6 a number that said STOP is told so even if the messaging service accepted the text first', async () => {
  const service = 'MG0123456789abcdef0123456789abcdef'
  await using app = await startTestApp({
    now: '2027-01-15T06:00:00Z',
    settings: { TWILIO_MESSAGING_SERVICE_SID: service },
    account: { messagingServiceSid: service },
  })
  await configureCarrier(app.sandbox.url, { inboundUrl: null }) // only the carrier knows of the STOP
  const browser = visitor(app)
  await signUp(app, browser, 'stopped@example.com')
  const phone = await app.phone('+4915115579010')
  await phone.text('STOP')
  await expect.poll(await codeStatus(app, browser, phone.number, 'text')).toBe('stopped')
  const created = (await app.carrierLog()).filter(({ kind, to }) => kind === 'text-created' && to === phone.number)
  expect(created.at(-1)).toMatchObject({ body: expect.stringContaining('is your Reveille code') })
  expect((await browser.post('/api/auth/send-otp', { phone: phone.number, by: 'call' })).status).toBe(200)
  await app.clock.advance({ ms: 2 })
  await (await phone.expectCall()).decline()
})
