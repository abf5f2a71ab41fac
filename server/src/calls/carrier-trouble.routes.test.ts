import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { layCarrierLine } from '../../test/harness/outside/carrier-line.ts'
import { quickVoice } from '../../test/harness/outside/quick-voice.ts'

test('CALL-5 while the carrier takes no calls every page can say so, and no longer once it does', async () => {
  let carrier = ''
  await using line = await layCarrierLine(() => carrier)
  await using app = await startTestApp({ now: '2027-01-15T06:20:00+01:00', settings: { TWILIO_API_URL: line.url } })
  carrier = app.sandbox.url
  app.services.speech = [quickVoice]
  const sleepers = []
  for (let count = 0; count < 3; count++) sleepers.push(await app.sleeper())
  for (const sleeper of sleepers) {
    await sleeper.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin', callRetry: false })
  }
  const bystander = await app.sleeper()
  const told = async () => (await bystander.get('/api/carrier')).body

  expect(await told()).toEqual({ troubled: false })
  await line.cut()
  await app.clock.advance({ minutes: 10, seconds: 30 })
  expect(await told()).toEqual({ troubled: true })
  const phones = await Promise.all(sleepers.map(({ phone }) => app.phone(phone)))
  await line.restore()
  await app.clock.advance({ minutes: 1 })
  for (const phone of phones) await (await phone.expectCall()).pickUp()
  expect(await told()).toEqual({ troubled: false })
})
