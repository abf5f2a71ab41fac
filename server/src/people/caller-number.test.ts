import { faults } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { TEXT_NEWS_PATH } from '../carrier/lost-texts.ts'
import { acceptNumber } from '../phones/accept-number.ts'
import { inTransaction } from '../platform/database/transaction.ts'

/** The sandbox's default number, which has no country, and another one. */
const [FIRST, GERMAN] = ['+15005550006', '+493012345678'] as const
const startApp = () => startTestApp({ now: '2027-01-15T06:20:00Z', account: { moreNumbers: [GERMAN] } })

/** Signs up a person who verifies this number now. */
async function proves(app: TestApp, phone: string) {
  const person = await app.person({ phone, phoneVerified: false })
  const proven = {
    userId: person.userId,
    phone,
    as: 'first',
    by: 'text',
    from: { ip: '127.0.0.1', browser: '' },
  } as const
  await inTransaction(app.services.db, (tx) => acceptNumber(app.services, tx, proven))
  return { person, phone: await app.phone(phone) }
}

test('CARRIER-6 people are called and texted from a number of their country, and keep it', async () => {
  await using app = await startApp()
  const german = await proves(app, '+491555550123')
  const american = await proves(app, '+12135551007')
  const earlier = await app.phone('+491555550199') // first called when we had only one number
  const before = await app.person({ phone: earlier.number })
  const phones = [german.phone, american.phone, earlier]
  for (const person of [german.person, american.person, before])
    for (const wakeupTime of ['06:30', '06:50', '07:10']) await person.schedule({ wakeupTime, timezone: 'Etc/UTC' })

  // Instructions for START name it too.
  const named = async ({ person, phone }: typeof german) =>
    (await person.get(`/api/auth/otp-status?phone=${encodeURIComponent(phone.number)}`)).body
  expect(await named(german)).toMatchObject({ callerNumber: GERMAN })
  expect(await named(american)).toMatchObject({ callerNumber: FIRST })

  const callersAfter = async (minutes: number) => {
    await app.clock.advance({ minutes, seconds: 1 })
    const from = []
    for (const phone of phones) {
      const call = await phone.expectCall()
      from.push((await call.state()).from)
      await call.pickUp()
      await call.press('1')
    }
    return from
  }
  expect(await callersAfter(10)).toEqual([GERMAN, FIRST, FIRST])
  await app.restart({ TWILIO_PHONE_NUMBER: `${GERMAN},${FIRST}` })
  expect(await callersAfter(20)).toEqual([GERMAN, FIRST, FIRST])

  for (const phone of phones)
    await app.services.carrier.sendText({ to: phone.number, body: 'Tomorrow at 06:30.', newsPath: TEXT_NEWS_PATH })
  const texts = []
  for (const phone of phones) texts.push((await phone.expectText()).from)
  expect(texts).toEqual([GERMAN, FIRST, FIRST])

  const card = await (await fetch(`${app.url}/api/contact.vcf`)).text()
  for (const number of [GERMAN, FIRST]) expect(card).toContain(`TEL;TYPE=VOICE:${number}`)

  await app.restart({ TWILIO_PHONE_NUMBER: FIRST })
  expect(await callersAfter(20)).toEqual([FIRST, FIRST, FIRST])
})

test('CARRIER-6 CALL-3 a call in doubt is looked up at the number it came from, even after we gave that number up', async () => {
  await using app = await startApp()
  const { person, phone } = await proves(app, '+491555550123')
  await person.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC' })
  const { add } = faults(app.sandbox.url)
  await add({ fault: 'accept-then-5xx' })
  for (const event of ['initiated', 'ringing'] as const) await add({ fault: 'callback-lost', event })
  await app.clock.advance({ minutes: 10, seconds: 1 })
  const call = await phone.expectCall()
  await app.restart({ TWILIO_PHONE_NUMBER: FIRST })
  await app.clock.advance({ minutes: 2 })
  await call.pickUp()
  await call.press('1')
  await app.clock.advance({ minutes: 15 })
  const placed = (await app.carrierLog()).filter(({ kind }) => kind === 'call-created')
  expect(placed).toHaveLength(1)
})
