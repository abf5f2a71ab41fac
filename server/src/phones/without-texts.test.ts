import { expect, test } from 'vitest'
import { codeSaidIn } from '../../test/harness/app/code-said-in.ts'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { browserOf, solvedCaptcha } from '../../test/harness/app/visitor.ts'

test('PHONE-16 CALL-9 S72 with TEXTS=off a landline is verified, called, and called again after a stop, and no text is ever sent', async () => {
  const settings = { TEXTS: 'off', TEXT_KEYWORDS: 'own' }
  await using app = await startTestApp({ now: '2027-01-15T06:00:00Z', settings })
  const landline = '+493012345678'
  const person = await app.person({ phone: '+4915155569001' })
  const browser = browserOf(app, person)
  const phone = await app.phone(landline)
  expect((await browser.get('/api/config')).body).toMatchObject({ texts: false })

  const captcha = await solvedCaptcha(browser, landline)
  const sent = await browser.post('/api/auth/send-otp', { phone: landline, captcha }) // without asking for a call
  expect(sent).toMatchObject({ status: 200, body: { message: 'Your phone will ring in a moment.' } })
  await app.clock.advance({ ms: 2 })
  const otp = await codeSaidIn(await phone.expectCall())
  expect((await browser.post('/api/auth/verify-otp', { phone: landline, otp })).status).toBe(200)

  const fields = { wakeupTime: '06:20', timezone: 'Etc/UTC', advanceNotice: true, callRetry: false }
  await person.schedule(fields)
  await app.clock.advance({ minutes: 19 })
  await phone.text('what is this?')
  await app.clock.advance({ minutes: 2 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  const stopped = async () => (await person.get<{ calls: { stopped: boolean } }>('/api/account')).body.calls.stopped
  expect((await browser.send('PUT', '/api/account/consents', { calls: false })).status).toBe(200)
  expect(await stopped()).toBe(true)

  expect((await browser.post('/api/account/code/calls')).status).toBe(200)
  await app.clock.advance({ minutes: 5 })
  const again = await codeSaidIn(await phone.expectCall())
  expect((await browser.send('PUT', '/api/account/consents', { calls: true, otp: again })).status).toBe(200)
  expect(await stopped()).toBe(false)
  const texts = (await app.carrierLog()).filter(({ kind }) => kind === 'text-created')
  expect(texts).toMatchObject([{ direction: 'inbound' }]) // the person's own
})

test('LINE-2 with a single line, a code call waits until a wake-up call that is due within two minutes is over', async () => {
  const settings = { TEXTS: 'off', TEXT_KEYWORDS: 'own' }
  await using app = await startTestApp({ now: '2027-01-15T06:28:30Z', settings })
  Object.assign(app.services.config, { line: { linesAtOnce: 1 } })
  const sleeper = await app.person({ phone: '+4915155569001' })
  await sleeper.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC' })
  const browser = browserOf(app, await app.person({ phone: '+4915155569002' }))
  const number = '+493012345678'
  const [phone, bed] = [await app.phone(number), await app.phone(sleeper.phone)]
  await browser.post('/api/auth/send-otp', { phone: number, captcha: await solvedCaptcha(browser, number) })
  await app.clock.advance({ minutes: 1, seconds: 31 })
  const wakeUp = await bed.expectCall()
  expect((await phone.unexpected()).calls).toEqual([])
  await wakeUp.pickUp()
  await wakeUp.press('1')
  await app.clock.advance({ minutes: 2 })
  expect(await codeSaidIn(await phone.expectCall())).toMatch(/^[0-9]{6}$/)
})

test('LINE-2 of two lines, a code call leaves the last one to a wake-up call while another code call is under way', async () => {
  const settings = { TEXTS: 'off', TEXT_KEYWORDS: 'own', CALLS_PER_SECOND: '20' }
  await using app = await startTestApp({ now: '2027-01-15T06:28:30Z', settings })
  Object.assign(app.services.config, { line: { linesAtOnce: 2 } })
  const sleeper = await app.person({ phone: '+4915155569001' })
  await sleeper.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC' })
  const phones = []
  for (const [at, number] of ['+493012345678', '+493012345679'].entries()) {
    const browser = browserOf(app, await app.person({ phone: `+491515556901${at}` }))
    phones.push(await app.phone(number))
    await browser.post('/api/auth/send-otp', { phone: number, captcha: await solvedCaptcha(browser, number) })
    await app.clock.advance({ seconds: 2 })
  }
  const [first, second] = phones
  const firstCall = await first!.expectCall()
  expect((await second!.unexpected()).calls).toEqual([])
  const bed = await app.phone(sleeper.phone)
  await app.clock.advance({ minutes: 1, seconds: 31 })
  const wakeUp = await bed.expectCall()
  await Promise.all([firstCall.decline(), wakeUp.pickUp()])
  await wakeUp.press('1')
  await app.clock.advance({ minutes: 3 })
  expect(await codeSaidIn(await second!.expectCall())).toMatch(/^[0-9]{6}$/)
})
