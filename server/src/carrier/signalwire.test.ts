import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { TEXT_NEWS_PATH } from './lost-texts.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const signingKey = 'a key that signs callbacks alone'

test('CARRIER-7 with SignalWire a recorded call, a text and its answer need nothing but settings', async () => {
  await using app = await startTestApp({
    now: '2027-01-15T06:20:00Z',
    account: { signalwire: { signingKey } },
    settings: { TWILIO_SIGNING_KEY: signingKey },
  })
  expect(app.services.config.carrier.apiUrl).toMatch(/\/api\/laml$/)
  expect(app.sandbox.accountSid).toMatch(UUID)
  const person = await app.person()
  await person.send('PUT', '/api/account/consents', { recording: true })
  const phone = await app.phone(person.phone)
  await person.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC' })
  await app.clock.advance({ minutes: 10 })
  const call = await phone.expectCall()
  expect(call.sid).toMatch(UUID)
  await call.pickUp({ verdictAfterSeconds: 2 })
  await call.press('1', { afterSeconds: 4 })
  await app.clock.advance({ minutes: 1 })
  const [made] = await person.history()
  expect(made).toMatchObject({ status: 'completed', callSid: call.sid })
  expect(made?.recordingUrl).not.toBeNull()

  await app.services.carrier.sendText({ to: phone.number, body: 'Tomorrow at 06:30.', newsPath: TEXT_NEWS_PATH })
  await phone.expectText()
  const errors = (await app.carrierLog()).filter(({ kind }) => kind === 'error' || kind === 'callback-failed')
  expect(errors).toEqual([])
  await phone.text('STOP')
  expect((await person.get<{ texts: { stopped: boolean } }>('/api/account')).body.texts.stopped).toBe(true)
})
