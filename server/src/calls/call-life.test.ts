import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'

const BERLIN_0620 = '2027-01-15T06:20:00+01:00'
const PHONE = '+4915123456789'

test('CALL-1 CALL-7 a call rings on its second, says the message and is confirmed with 1', async () => {
  await using app = await startTestApp({ now: BERLIN_0620 })
  const phone = await app.phone(PHONE)
  const person = await app.person({ phone: PHONE, name: 'Robin' })
  await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })

  await app.clock.advance({ minutes: 9, seconds: 59, ms: 999 })
  expect((await phone.unexpected()).calls).toEqual([])
  await app.clock.advance({ ms: 1 })

  const call = await phone.expectCall()
  await call.pickUp()
  expect((await call.heard()).map(({ verb }) => verb)).toEqual(['Play']) // who calls, three notes, the message
  await call.press('1', { afterSeconds: 20 })
  const [entry] = await person.history()
  expect(entry).toMatchObject({ status: 'completed', phase: 'ended', kind: 'first', duration: 20 })
  expect(entry?.spokeOf).toBeTruthy()
  const occurrences = await app.services.db.selectFrom('occurrences').select('outcome').execute()
  expect(occurrences).toEqual([{ outcome: 'answered' }])
  await app.clock.advance({ hours: 1 })
})

test('CALL-4 SHELL-11 nobody answers: after the last try the person learns by mail that they missed the call', async () => {
  await using app = await startTestApp({ now: BERLIN_0620 })
  const phone = await app.phone(PHONE)
  const person = await app.person({ phone: PHONE, email: 'missed@example.com' })
  await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  await app.clock.advance({ minutes: 10 })
  for (const end of ['letRing', 'decline', 'letRing', 'busy', 'letRing'] as const) {
    await (await phone.expectCall())[end]()
    await app.clock.advance({ minutes: 6 })
  }
  await app.clock.advance({ hours: 1 })
  expect((await person.history()).map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    ...Array<string>(4).fill('retry no_answer'),
    'first no_answer',
  ])
  const mail = await app.mailbox.expectMail('missed@example.com')
  expect(mail.subject).toContain('You missed your call')
})
