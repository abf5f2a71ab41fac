import { faults } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import { startTestApp } from '../harness/app/start-test-app.ts'

const NOT_CONNECTED = "The phone network couldn't connect the call"
const NOT_LEARNT = "We couldn't find out from the phone network whether your phone rang"
const BROKE_OFF = 'You picked up, but the phone network dropped the call before you pressed a key'
const NOT_PLACED = "We couldn't place your call"
const NOT_KNOWN = "We don't know whether your phone rang"
const BROKEN = 'Your call on Fri, Jan 15 at 6:30 AM was cut off'

test.each([
  ['rings', 'knows how it ended', NOT_CONNECTED, NOT_PLACED],
  ['rings', 'no longer knows it', NOT_LEARNT, NOT_KNOWN],
  ['is answered', 'knows how it ended', BROKE_OFF, BROKEN],
  ['is answered', 'no longer knows it', BROKE_OFF, BROKEN],
])('CALL-3 CALL-5 CALL-10 a carrier that dies while a call %s, and then %s, causes no second call', async (...row) => {
  const [was, then, reason, title] = row
  const carrierRemembers = then === 'knows how it ended'
  await using app = await startTestApp({ now: '2027-01-15T06:29:00Z', carrierRemembers })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC', callRetry: false }) // or the ladder would go on
  await app.clock.advance({ minutes: 1 })
  const call = await phone.expectCall()
  if (was === 'is answered') await call.pickUp()

  await app.restartCarrier()
  const again = await app.phone(person.phone)
  if (!carrierRemembers) await app.clock.advance({ minutes: 10 }) // until the next lookup
  await expect.poll(() => person.history()).toMatchObject([{ status: 'failed', reason }])
  await app.clock.advance({ hours: 2 })

  expect(await person.history()).toHaveLength(1)
  expect((await again.unexpected()).calls).toEqual([])
  const { body } = await person.get<{ notices: { title: string }[] }>('/api/notices')
  expect(body.notices).toMatchObject([{ title: expect.stringContaining(title) }])
})

test('CALL-7 CALL-10 a pressed key counts even if the carrier lost its call', async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:29:00Z' })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC' })
  await app.clock.advance({ minutes: 1 })
  const call = await phone.expectCall()
  await call.pickUp()
  await faults(app.sandbox.url).add({ fault: 'callback-lost', event: 'completed' })
  await call.press('1')
  await app.restartCarrier()
  await app.clock.advance({ hours: 2 })
  expect(await person.history()).toMatchObject([{ status: 'completed', reason: null }])
})
