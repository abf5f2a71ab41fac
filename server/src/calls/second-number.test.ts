import type { Account } from '@reveille/contract/accounts'
import type { Schedule } from '@reveille/contract/schedules'
import { faults, type Handset } from '@reveille/phone-sandbox/handset'
import { expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { browserOf, codeIn } from '../../test/harness/app/visitor.ts'

const NOW = '2027-01-15T06:20:00+01:00'
const SECOND = '+4915123456789'
/** Between a ring that nobody answers and the next one. */
const WAITS_S = [90, 120, 300, 90]

/** Somebody with two numbers, and both phones, ten minutes before their call. */
async function sleeper(settings: Record<string, string> = {}) {
  const app = await startTestApp({ unheard: true, now: NOW, settings })
  const person = await app.person({ secondPhone: SECOND })
  const phones = { first: await app.phone(person.phone), second: await app.phone(SECOND) }
  const schedule = await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  await app.clock.advance({ minutes: 10 })
  return { app, person, schedule, ...phones }
}

/** Nobody answers, and the next one is due. */
async function unanswered(app: TestApp, phone: Handset, waitS: number): Promise<void> {
  await (await phone.expectCall()).decline()
  await app.clock.advance({ seconds: waitS })
}

async function threeTries(app: TestApp, first: Handset): Promise<void> {
  for (const waitS of WAITS_S.slice(0, 3)) await unanswered(app, first, waitS)
}

/** The last digits of the second number in the history, oldest call first; 'first' for the other one. */
const rung = async (person: Person) =>
  (await person.history()).toReversed().map(({ secondNumber }) => secondNumber ?? 'first')

const set = (app: TestApp, { userId }: Person, columns: object) =>
  app.services.db.updateTable('users').set(columns).where('id', '=', userId).execute()

test('WAKE-18 tries 4 and 5 ring the second number, and the history says which phone rang, by its last digits', async () => {
  const { app, person, first, second } = await sleeper()
  await using _ = app
  await threeTries(app, first)
  await unanswered(app, second, 90)
  const last = await second.expectCall()
  await last.pickUp()
  await last.press('1')
  await app.clock.advance({ hours: 2 })
  expect(await rung(person)).toEqual(['first', 'first', 'first', '789', '789'])
  expect(await person.history()).toMatchObject([{ status: 'completed' }, {}, {}, {}, {}])
  expect(await second.texts()).toEqual([])
})

test.each<[string, (app: TestApp, person: Person) => Promise<unknown>]>([
  ['it is removed', (_app, person) => person.delete('/api/account/second-phone')],
  ['it is no longer verified', (app, person) => set(app, person, { second_phone_verified: false })],
  [
    'its holder stopped our calls',
    (app) =>
      app.services.db
        .insertInto('opt_outs')
        .values({ phone: SECOND, kind: 'calls', opted_out_at: new Date(app.clock.now()) })
        .execute(),
  ],
])('WAKE-18 from the moment that %s the first number rings in its place', async (_case, lose) => {
  const { app, person, first, second } = await sleeper()
  await using _ = app
  await threeTries(app, first)
  await unanswered(app, second, 89)
  await lose(app, person) // a second before it would ring
  await app.clock.advance({ seconds: 1 })
  await (await first.expectCall()).decline()
  expect(await rung(person)).toEqual(['first', 'first', 'first', '789', 'first'])
  expect((await second.unexpected()).calls).toEqual([])
})

test('WAKE-18 a second number that is added in the morning rings from try 4 on, too', async () => {
  const { app, person, first, second } = await sleeper()
  await using _ = app
  await set(app, person, { second_phone: null, second_phone_verified: false })
  await threeTries(app, first)
  await set(app, person, { second_phone: SECOND, second_phone_verified: true })
  await unanswered(app, first, 90)
  await (await second.expectCall()).decline()
  expect(await rung(person)).toEqual(['first', 'first', 'first', 'first', '789'])
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

test('WAKE-18 WAKE-13 where the first number is refused for good the second one rings after 20 s, as try 4', async () => {
  const { app, person, first, second } = await sleeper()
  await using _ = app
  await (await first.expectCall()).fail({ sip: 404 })
  await app.clock.advance({ seconds: 19 })
  expect((await second.unexpected()).calls).toEqual([])
  await app.clock.advance({ seconds: 1 })
  await unanswered(app, second, 90)
  await (await second.expectCall()).decline()
  await app.clock.advance({ hours: 2 })
  expect(await rung(person)).toEqual(['first', '789', '789'])
})

test('WAKE-18 so it does where the carrier rejects the request', async () => {
  const { app, person, first, second } = await sleeper()
  await using _ = app
  await (await first.expectCall()).decline()
  await faults(app.sandbox.url).add({ fault: 'refuse', to: person.phone, code: 21211 })
  await app.clock.advance({ seconds: 90 })
  await app.clock.advance({ seconds: 20 })
  await (await second.expectCall()).decline()
  expect((await person.history()).map(({ status }) => status)).toEqual(['no_answer', 'failed', 'no_answer'])
})

test('WAKE-18 nothing follows where both numbers are refused for good, nor without a second one', async () => {
  const { app, person, first, second } = await sleeper()
  await using _ = app
  await (await first.expectCall()).fail({ sip: 404 })
  await app.clock.advance({ seconds: 20 })
  await (await second.expectCall()).fail({ sip: 410 })
  await app.clock.advance({ hours: 2 })
  expect(await rung(person)).toEqual(['first', '789'])

  await person.delete('/api/account/second-phone')
  await app.clock.advance({ hours: 22 })
  await (await first.expectCall()).fail({ sip: 404 })
  await app.clock.advance({ hours: 1 })
  expect(await rung(person)).toEqual(['first', '789', 'first'])
})

test('WAKE-18 CALL-12 I21 each number has breakers of its own', async () => {
  const { app, person, first, second } = await sleeper({ LIMIT_CALLS_PER_NUMBER_AND_HOUR: '3' })
  await using _ = app
  await threeTries(app, first)
  await unanswered(app, second, 90) // the fourth call, where three are allowed
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

test('WAKE-18 S35 a stop for the block of one number leaves the other alone', async () => {
  const { app, person, first, second } = await sleeper()
  await using _ = app
  await app.services.db
    .insertInto('spending_stops')
    .values({ scope: SECOND.slice(0, -4), calls: 9, until_at: new Date(app.clock.now() + 3_600_000) })
    .execute()
  await threeTries(app, first)
  await app.clock.advance({ hours: 1 })
  expect((await second.unexpected()).calls).toEqual([])
  expect((await person.history())[0]).toMatchObject({ status: 'failed', secondNumber: null })
})

test('WAKE-18 CALL-7 S72 0 0 on the second phone stops all calls to both, and each takes a code to itself', async () => {
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
