import type { Account } from '@reveille/contract/accounts'
import type { Schedule } from '@reveille/contract/schedules'
import { faults, type Handset } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { browserOf, codeIn, verifyPhone } from '../../test/harness/app/visitor.ts'

const NOW = '2027-01-15T06:20:00+01:00'
const SECOND = '+4915123456789'
/** Between an unanswered call and the next one. */
const WAITS_S = [90, 120, 300, 90]

/** Adds a person with two numbers, both phones, and a call at 6:30. */
async function addSleeper(app: TestApp, secondPhone = SECOND) {
  const person = await app.person({ secondPhone })
  const schedule = await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  return { person, schedule, first: await app.phone(person.phone), second: await app.phone(secondPhone) }
}
type Sleeper = Awaited<ReturnType<typeof addSleeper>>

/** One such person, whose first phone rings now. */
async function sleeper(settings: Record<string, string> = {}) {
  const app = await startTestApp({ now: NOW, settings })
  const added = await addSleeper(app)
  await app.clock.advance({ minutes: 10 })
  return { app, ...added }
}

/** Leaves these phones unanswered until the next call is due. */
async function unanswered(app: TestApp, phones: Handset | readonly Handset[], waitS: number): Promise<void> {
  for (const phone of [phones].flat()) await (await phone.expectCall()).decline()
  await app.clock.advance({ seconds: waitS, ms: 9 })
}

async function threeTries(app: TestApp, phones: Handset | readonly Handset[]): Promise<void> {
  for (const waitS of WAITS_S.slice(0, 3)) await unanswered(app, phones, waitS)
}

/** The last digits of the second number in the history, oldest call first; 'first' for the other one. */
const rung = async (person: Person) =>
  (await person.history()).toReversed().map(({ secondNumber }) => secondNumber ?? 'first')

const set = (app: TestApp, { userId }: Person, columns: object) =>
  app.services.db.updateTable('users').set(columns).where('id', '=', userId).execute()

test('WAKE-18 tries 4 and 5 ring the second number as it is at that second, and the history says which phone rang', async () => {
  await using app = await startTestApp({ now: NOW })
  const { db } = app.services
  const numbers = [0, 1, 2, 3, 4].map((last) => `+491512345678${last}`)
  const people = []
  for (const number of numbers) people.push(await addSleeper(app, number))
  const [keeps, removes, unverified, stopped, adds] = people as [Sleeper, Sleeper, Sleeper, Sleeper, Sleeper]
  const blocked = await addSleeper(app, '+4915199990005') // by a spending stop on numbers like this one
  const inAnHour = new Date(app.clock.now() + 3_600_000)
  await db.insertInto('spending_stops').values({ scope: '+491519999', calls: 9, until_at: inAnHour }).execute()
  await set(app, adds.person, { second_phone: null, second_phone_verified: false })
  await app.clock.advance({ minutes: 10, ms: 9 }) // each call has its own slot
  await threeTries(
    app,
    [...people, blocked].map(({ first }) => first),
  )
  expect((await blocked.person.history())[0]).toMatchObject({ status: 'failed', secondNumber: null })

  await set(app, adds.person, { second_phone: numbers[4], second_phone_verified: true })
  const ringing = people.map((one) => (one === adds ? one.first : one.second))
  await unanswered(app, ringing, 89)
  // One second before the next call would ring there:
  await removes.person.delete('/api/account/second-phone')
  await set(app, unverified.person, { second_phone_verified: false })
  const optedOut = { phone: numbers[3]!, kind: 'calls', opted_out_at: new Date(app.clock.now()) } as const
  await db.insertInto('opt_outs').values(optedOut).execute()
  await app.clock.advance({ seconds: 2 })
  for (const { second } of [keeps, adds]) {
    const last = await second.expectCall()
    await last.pickUp()
    await last.press('1')
  }
  for (const { first } of [removes, unverified, stopped]) await (await first.expectCall()).decline()
  await app.clock.advance({ hours: 1 })
  const tries = ['first', 'first', 'first']
  expect(await rung(keeps.person)).toEqual([...tries, '780', '780'])
  expect((await keeps.person.history())[0]).toMatchObject({ status: 'completed' })
  expect(await rung(removes.person)).toEqual([...tries, '781', 'first'])
  expect(await rung(unverified.person)).toEqual([...tries, '782', 'first'])
  expect(await rung(stopped.person)).toEqual([...tries, '783', 'first'])
  expect(await rung(adds.person)).toEqual([...tries, 'first', '784'])
  for (const { second } of [...people, blocked])
    expect(await second.unexpected()).toMatchObject({ calls: [], texts: [] })
})

test('WAKE-18 a 2 on the second phone brings the snooze call there', async () => {
  const { app, person, first, second } = await sleeper()
  await using _ = app
  await threeTries(app, first)
  const call = await second.expectCall()
  await call.pickUp()
  await call.press('2')
  await app.clock.advance({ minutes: 9 })
  const snooze = await second.expectCall()
  await snooze.pickUp()
  await snooze.press('1')
  expect((await person.history())[0]).toMatchObject({ kind: 'snooze', status: 'completed', secondNumber: '789' })
})

test('WAKE-18 WAKE-13 when the first number is refused for good, by network or carrier, the second rings after 20 s as try 4', async () => {
  await using app = await startTestApp({ now: NOW })
  const [one, both, later] = [
    await addSleeper(app, '+4915123456780'),
    await addSleeper(app, '+4915123456781'),
    await addSleeper(app, '+4915123456782'),
  ]
  await app.clock.advance({ minutes: 10, ms: 9 }) // each call has its own slot
  for (const { first } of [one, both]) await (await first.expectCall()).fail({ sip: 404 })
  await (await later.first.expectCall()).decline()
  await faults(app.sandbox.url).add({ fault: 'refuse', to: later.person.phone, code: 21211 })
  await app.clock.advance({ seconds: 19 })
  for (const { second } of [one, both]) expect((await second.unexpected()).calls).toEqual([])
  await app.clock.advance({ seconds: 1, ms: 9 })
  await (await both.second.expectCall()).fail({ sip: 410 })
  await unanswered(app, one.second, 70)
  await app.clock.advance({ seconds: 21 })
  await (await one.second.expectCall()).decline()
  const taken = await later.second.expectCall()
  await taken.pickUp()
  await taken.press('1')
  await app.clock.advance({ hours: 2 })
  expect(await rung(one.person)).toEqual(['first', '780', '780'])
  expect(await rung(both.person)).toEqual(['first', '781'])
  expect((await later.person.history()).map(({ status }) => status)).toEqual(['completed', 'failed', 'no_answer'])
})

test('WAKE-18 CALL-12 I21 each number has its own call limit', async () => {
  const { app, person, first, second } = await sleeper({ LIMIT_CALLS_PER_NUMBER_AND_HOUR: '3' })
  await using _ = app
  await threeTries(app, first)
  await unanswered(app, second, 90) // the fourth call, with three allowed per number
  await (await second.expectCall()).decline()
  await person.post('/api/call/sample')
  await app.clock.advance({ seconds: 20 })
  const [sample] = await person.history()
  expect(sample).toMatchObject({
    kind: 'sample',
    status: 'failed',
    reason: expect.stringMatching(/unusual number of calls/),
  })
})

test('WAKE-18 CALL-7 S72 0 0 on the second phone stops calls to both, and each number needs its own code', async () => {
  const { app, person, schedule, first, second } = await sleeper()
  await using _ = app
  await threeTries(app, first)
  const call = await second.expectCall()
  await call.pickUp()
  await call.press('0')
  await app.clock.advance({ seconds: 5 })
  await call.press('0')
  const account = async () => (await person.get<Account>('/api/account')).body
  expect(await account()).toMatchObject({ calls: { stopped: true }, secondPhone: { calls: { stopped: true } } })
  expect((await person.get<Schedule[]>('/api/schedule')).body).toMatchObject([{ isActive: false }])
  await app.clock.advance({ hours: 22 })

  const browser = browserOf(app, person)
  const resume = async (phone: Handset, as: 'first' | 'second') => {
    expect((await browser.post('/api/account/code/calls', { as })).status).toBe(200)
    const otp = codeIn((await phone.expectText()).body)
    return browser.send('PUT', '/api/account/consents', { calls: true, otp, as })
  }
  expect((await resume(first, 'first')).status).toBe(200)
  await person.post(`/api/schedule/${schedule.id}/toggle`)
  expect(await account()).toMatchObject({ calls: { stopped: false }, secondPhone: { calls: { stopped: true } } })
  await app.clock.advance({ hours: 1, minutes: 51, seconds: 25 }) // to 6:30 of the next day
  await threeTries(app, first)
  await unanswered(app, first, 90)
  await (await first.expectCall()).decline()
  expect((await second.unexpected()).calls).toEqual([])
  expect((await resume(second, 'second')).status).toBe(200)
  expect(await account()).toMatchObject({ secondPhone: { calls: { stopped: false } } })
})

test('WAKE-18 CALL-7 PHONE-11 0 0 on the second phone stops no calls to a first number that somebody else has by then', async () => {
  const { app, person, first, second } = await sleeper()
  await using _ = app
  await threeTries(app, first)
  const call = await second.expectCall()
  await call.pickUp()
  const holder = await app.person()
  await verifyPhone(app, browserOf(app, holder), person.phone)
  await (await app.phone(holder.phone)).expectText() // that the number was changed
  await call.press('0')
  await app.clock.advance({ seconds: 5 })
  await call.press('0')
  const stopped = await app.services.db.selectFrom('opt_outs').select(['phone', 'kind']).execute()
  expect(stopped).toEqual([{ phone: SECOND, kind: 'calls' }])
})
