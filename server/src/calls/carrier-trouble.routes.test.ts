import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { layCarrierLink } from '../../test/harness/outside/carrier-link.ts'
import { quickVoice } from '../../test/harness/outside/quick-voice.ts'

test('CALL-5 while the carrier takes no calls every page can say so, and no longer once it does', async () => {
  let carrier = ''
  await using link = await layCarrierLink(() => carrier)
  await using app = await startTestApp({ now: '2027-01-15T06:20:00+01:00', settings: { TWILIO_API_URL: link.url } })
  carrier = app.sandbox.url
  app.services.speech = [quickVoice]
  const people = []
  for (let count = 0; count < 3; count++) people.push(await app.person())
  for (const person of people) {
    await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin', callRetry: false })
  }
  const bystander = await app.person()
  const told = async () => (await bystander.get('/api/carrier')).body

  expect(await told()).toEqual({ troubled: false })
  await link.cut()
  await app.clock.advance({ minutes: 10, seconds: 30 })
  expect(await told()).toEqual({ troubled: true })
  const phones = await Promise.all(people.map(({ phone }) => app.phone(phone)))
  await link.restore()
  await app.clock.advance({ minutes: 1 })
  for (const phone of phones) await (await phone.expectCall()).pickUp()
  expect(await told()).toEqual({ troubled: false })
})
