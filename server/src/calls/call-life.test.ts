import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'

const BERLIN_0620 = '2027-01-15T06:20:00+01:00'
const PHONE = '+4915123456789'

test('CALL-1 CALL-7 a call rings at its second, says the message and is confirmed with 1', async () => {
  await using app = await startTestApp({ now: BERLIN_0620 })
  const phone = await app.phone(PHONE)
  const person = await app.person({ phone: PHONE, name: 'Robin' })
  await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })

  await app.clock.advance({ minutes: 9, seconds: 59, ms: 999 })
  expect((await phone.unexpected()).calls).toEqual([])
  await app.clock.advance({ ms: 1 })

  const call = await phone.expectCall()
  await call.pickUp()
  expect((await call.heard()).map(({ verb }) => verb)).toEqual(['Play'])
  await call.press('1', { afterSeconds: 20 })
  const [entry] = await person.history()
  expect(entry).toMatchObject({ status: 'completed', phase: 'ended', kind: 'first', duration: 20 })
  expect(entry?.spokeOf).toBeTruthy()
  const occurrences = await app.services.db.selectFrom('occurrences').select('outcome').execute()
  expect(occurrences).toEqual([{ outcome: 'answered' }])
  await app.clock.advance({ hours: 1 })
})

test('CALL-4 a person who does not answer is called again after five minutes, twice', async () => {
  await using app = await startTestApp({ now: BERLIN_0620 })
  const phone = await app.phone(PHONE)
  const person = await app.person({ phone: PHONE })
  await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })

  await app.clock.advance({ minutes: 10 })
  await (await phone.expectCall()).letRing()
  await app.clock.advance({ minutes: 5, seconds: 40 })
  await (await phone.expectCall()).decline()
  await app.clock.advance({ minutes: 5, seconds: 40 })
  await (await phone.expectCall()).letRing()
  await app.clock.advance({ hours: 1 })

  const history = await person.history()
  expect(history.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    'retry no_answer',
    'retry no_answer',
    'first no_answer',
  ])
  const mail = await app.mailbox.expectMail('sleeper2@example.com')
  expect(mail.subject).toContain('You missed your call')
})
