import type { Account } from '@reveille/contract/accounts'
import type { Notices } from '@reveille/contract/notices'
import type { People } from '@reveille/contract/people'
import type { Schedule } from '@reveille/contract/schedules'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { servicesOn } from '../../test/harness/app/services-on.ts'
import { startCalls } from '../../test/harness/app/start-calls.ts'
import { startServed } from '../../test/harness/app/start-served.ts'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import type { TestClock } from '../../test/harness/app/test-clock.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { quickVoice } from '../../test/harness/outside/quick-voice.ts'
import { answers, startReceiver, verified } from '../../test/harness/outside/webhook-receiver.ts'
import { handleCarrierEvent } from '../calls/handle-carrier-event.ts'
import { lookAtSignals } from '../people/people.sql.ts'
import { systemClock } from '../platform/clock/system-clock.adapter.ts'
import { startWorker } from '../worker.ts'
import { tellHouse, tellSetup } from './signals.ts'

const NOW = '2027-01-15T06:20:00+01:00'
const DUE = '2027-01-15T05:30:00.000Z'
const TOMORROW = '2027-01-16T05:30:00.000Z'
const daily = { wakeupTime: '06:30', timezone: 'Europe/Berlin' }
const about = (at: string) => ({ at, timezone: 'Europe/Berlin' })

const agree = (person: Person, signals = true) => person.send<Account>('PUT', '/api/account/consents', { signals })

/** Lets so many seconds pass, one by one: each lets the next event of a person leave. */
async function pass(clock: TestClock, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) await clock.advance({ seconds: 1 })
}

/** Looks once more at the same instant: a person whose call is being dialed is locked, and the first look skips them. */
const lookAgain = (clock: TestClock) => clock.advance({ ms: 0 })

/** The whole product with a receiver, and somebody who lets it hear of their mornings. */
async function startHouse(wanted: Partial<Parameters<typeof startTestApp>[0]> = {}) {
  const receiver = await startReceiver()
  const app = await startTestApp({
    now: NOW,
    ...wanted,
    settings: { ...receiver.settings, ...wanted.settings },
  })
  const person = await app.person({ name: 'Robin Sleeper' })
  const phone = await app.phone(person.phone)
  expect((await agree(person)).body.signals).toBe(true)
  return {
    app,
    person,
    phone,
    receiver,
    events: () => receiver.deliveries.map(({ event }) => event),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    },
  }
}

/** The API, with the signals' loop but nothing else, and three people whose calls were due when the clock began. */
async function startQuietHouse(behave?: Parameters<Awaited<ReturnType<typeof startReceiver>>['behave']>[0]) {
  const receiver = await startReceiver()
  if (behave !== undefined) receiver.behave(behave)
  const served = await startServed({ now: Date.parse(NOW), settings: receiver.settings })
  const stop = new AbortController()
  served.clock.every(500, 'signals', tellHouse(served.services, stop.signal))
  const person = await served.person(1)
  await served.db.deleteFrom('occurrences').execute()
  await served.db.deleteFrom('schedules').execute()
  return {
    ...served,
    receiver,
    person1: person,
    pass: (seconds: number) => pass(served.clock, seconds),
    /** A call of the first person was just due and is missed. */
    async missMorning() {
      const now = new Date(served.clock.now())
      const ended = { outcome: 'missed', outcome_at: now, created_at: now } as const
      await served.db
        .insertInto('occurrences')
        .values({ schedule_id: null, user_id: 1, due_at: now, timezone: 'Europe/Berlin', call_retry: false, ...ended })
        .execute()
      await lookAtSignals(served.db, [1])
    },
    stored: async () =>
      (await sql`select kind, tries, answer, delivered from signals order by id`.execute(served.db)).rows,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await served[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    },
  }
}

test('SIGNAL-1 SIGNAL-2 the events of a morning arrive in order, and the reference library verifies each', async () => {
  await using house = await startHouse()
  const { app, person, phone, receiver } = house
  await person.schedule(daily)
  await app.clock.advance({ minutes: 9, seconds: 59 })
  expect(receiver.types()).toEqual(['call.scheduled'])
  await app.clock.advance({ seconds: 1 })
  await lookAgain(app.clock)
  const call = await phone.expectCall()
  expect(receiver.types()).toContain('call.due')
  await pass(app.clock, 20)
  await call.pickUp()
  await call.press('1')
  await pass(app.clock, 5)
  const { userId: id } = person
  const someone = { person: { id, name: 'Robin Sleeper' } }
  const scheduled = house.events().filter(({ type }) => type === 'call.scheduled')
  expect(scheduled.map(({ data }) => data)).toEqual([
    { ...someone, ...about(DUE) },
    { ...someone, ...about(TOMORROW) },
  ])
  expect(house.events().filter(({ type }) => type !== 'call.scheduled')).toEqual([
    { type: 'call.due', timestamp: DUE, data: { ...someone, ...about(DUE) } },
    { type: 'call.ringing', timestamp: DUE, data: { ...someone, ...about(DUE), attempt: 1, try: 'first' } },
    {
      type: 'morning.up',
      timestamp: expect.any(String),
      data: { ...someone, ...about(DUE), how: 'phone', seconds: 20 },
    },
  ])
  for (const delivery of receiver.deliveries)
    expect(verified(delivery, Number(delivery.headers['webhook-timestamp']) * 1_000)).toEqual(delivery.event)
})

test('S95 SIGNAL-1 the webhook is told only of people who chose it, and a waiting event is not sent after they end it', async () => {
  await using house = await startHouse()
  const { app, person, receiver } = house
  const quiet = await app.person()
  expect((await quiet.get<Account>('/api/account')).body.signals).toBe(false)
  await quiet.schedule({ ...daily, wakeupTime: '09:00' })
  receiver.behave(answers(500))
  await person.schedule({ ...daily, wakeupTime: '09:00' })
  await app.clock.advance({ seconds: 1 })
  const tried = receiver.deliveries.length
  expect((await agree(person, false)).body.signals).toBe(false)
  receiver.behave(answers(204))
  await app.clock.advance({ minutes: 5 })
  expect(receiver.deliveries).toHaveLength(tried)
  expect(new Set(receiver.deliveries.map(({ event }) => (event.data['person'] as { id: number }).id))).toEqual(
    new Set([person.userId]),
  )
  expect(await app.services.db.selectFrom('signals').select('id').execute()).toEqual([])
})

test('SIGNAL-1 without a webhook there is nothing to choose', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  expect((await agree(person)).body.signals).toBeNull()
  expect(await app.services.db.selectFrom('signal_people').select('user_id').execute()).toEqual([])
})

test.each([
  ['missed', { reason: 'no-answer', sentence: 'Nobody picked up.' }],
  ['unconfirmed', { reason: 'no-proof', sentence: 'Somebody picked up, but nothing showed that they were up.' }],
] as const)('SIGNAL-2 a morning that ends %s is reported with its reason', async (outcome, why) => {
  await using house = await startHouse()
  const { app, person, phone } = house
  await person.schedule({ ...daily, callRetry: false })
  await app.clock.advance({ minutes: 10 })
  for (let calls = 0; calls < (outcome === 'missed' ? 1 : 2); calls++) {
    const call = await phone.expectCall()
    if (outcome === 'missed') await call.decline()
    else {
      await call.pickUp()
      await call.hangUp({ afterSeconds: 40 })
    }
    await app.clock.advance({ minutes: 6 })
  }
  await pass(app.clock, 5)
  const mornings = house.events().filter(({ type }) => type.startsWith('morning.'))
  expect(mornings).toMatchObject([{ type: `morning.${outcome}`, data: { ...about(DUE), ...why } }])
  expect(house.events().filter(({ type }) => type === 'call.due')).toHaveLength(1)
})

test('SIGNAL-2 call.due leaves at its second while the carrier is down, and the failure is reported', async () => {
  await using house = await startHouse()
  const { app, person, receiver } = house
  await person.schedule({ ...daily, weekdays: [], isRecurring: false, date: '2027-01-15' })
  await app.sandbox.close()
  await app.clock.advance({ minutes: 10 })
  await lookAgain(app.clock)
  expect(house.events().find(({ type }) => type === 'call.due')?.timestamp).toBe(DUE)
  // Leaves half a minute of its ten minutes of tries.
  const earlier = sql<Date>`due_at - interval '570 seconds'`
  await app.services.db.updateTable('calls').set({ due_at: earlier }).execute()
  await app.clock.advance({ hours: 26 })
  await pass(app.clock, 5)
  expect(receiver.types().filter((type) => type.startsWith('morning.'))).toEqual(['morning.failed'])
  expect(receiver.types()).not.toContain('call.ringing')
  await app.restartCarrier()
})

test('SIGNAL-2 a call that is moved, skipped, paused or deleted is reported once, and the waiting event that it replaces is dropped', async () => {
  await using house = await startHouse({ now: '2027-01-15T12:00:00+01:00' })
  const { app, person, receiver } = house
  const { id } = await person.schedule(daily)
  const told = async () => {
    await app.clock.advance({ seconds: 1 })
    return receiver.deliveries.splice(0).map(({ event: { type, data } }) => `${type} ${String(data['at'])}`)
  }
  expect(await told()).toEqual([`call.scheduled ${TOMORROW}`])
  await person.post(`/api/schedule/${id}/skip`, { skipped: true })
  expect(await told()).toEqual(['call.scheduled 2027-01-17T05:30:00.000Z'])
  await person.post(`/api/schedule/${id}/toggle`)
  expect(await told()).toEqual(['call.cancelled 2027-01-17T05:30:00.000Z'])
  receiver.behave(answers(500))
  await person.post(`/api/schedule/${id}/toggle`)
  await told()
  await person.post(`/api/schedule?id=${id}`, { ...(await scheduleOf(person)), wakeupTime: '07:15' })
  await app.clock.advance({ seconds: 1 })
  receiver.deliveries.splice(0)
  receiver.behave(answers(204))
  await app.clock.advance({ minutes: 1 })
  expect(await told()).toEqual(['call.scheduled 2027-01-16T06:15:00.000Z'])
  await person.delete(`/api/schedule/${id}`)
  expect(await told()).toEqual(['call.cancelled 2027-01-16T06:15:00.000Z'])
})

async function scheduleOf(person: Person) {
  const [schedule] = (await person.get<Schedule[]>('/api/schedule')).body
  const { timezone, weekdays, isRecurring, callRetry, advanceNotice, proof, snoozeMinutes, snoozeLimit } = schedule!
  return { timezone, weekdays, isRecurring, callRetry, advanceNotice, proof, snoozeMinutes, snoozeLimit }
}

test('SIGNAL-3 a receiver that fails for an hour gets every event in order, each under one id and signed again at each try', async () => {
  await using house = await startQuietHouse(answers(500))
  const { clock, receiver, person1: person } = house
  await agree(person)
  await person.schedule({ ...daily, wakeupTime: '05:00' })
  await house.pass(2)
  await house.missMorning()
  for (let minute = 0; minute < 60; minute++) await clock.advance({ minutes: 1 })
  expect(new Set(receiver.types())).toEqual(new Set(['call.scheduled']))
  const ids = receiver.deliveries.map(({ headers }) => headers['webhook-id'])
  expect(ids.length).toBeGreaterThan(50)
  const last = receiver.deliveries.at(-1)!
  const times = receiver.deliveries.filter(({ headers }) => headers['webhook-id'] === last.headers['webhook-id'])
  expect(new Set(times.map(({ headers }) => headers['webhook-signature'])).size).toBe(times.length)
  expect(verified(last, clock.now())).toEqual(last.event)
  expect(() => verified(times[0]!, clock.now())).toThrow('too old')
  receiver.deliveries.splice(0)
  receiver.behave(answers(204))
  await house.pass(60)
  expect(receiver.types()).toEqual(['call.scheduled', 'morning.missed'])
  expect(receiver.deliveries[0]!.headers['webhook-id']).toBe(last.headers['webhook-id'])
})

test('S95 SIGNAL-3 a replay, another secret and a changed body fail the verification', async () => {
  await using house = await startQuietHouse()
  await agree(house.person1)
  await house.person1.schedule(daily)
  await house.pass(1)
  const [delivery] = house.receiver.deliveries
  const at = house.clock.now()
  expect(verified(delivery!, at)).toEqual(delivery!.event)
  expect(() => verified(delivery!, at + 6 * 60_000)).toThrow('too old')
  expect(() => verified(delivery!, at - 6 * 60_000)).toThrow('too new')
  const other = `whsec_${Buffer.from('somebody else made this one up..').toString('base64')}`
  expect(() => verified(delivery!, at, other)).toThrow('No matching signature')
  const changed = { ...delivery!, body: delivery!.body.replace('Robin', 'Sam') }
  expect(() => verified(changed, at)).toThrow('No matching signature')
})

test('SIGNAL-3 call.due is dropped after a minute and blocks nothing; any event is dropped after a day, and the owner is told', async () => {
  await using house = await startQuietHouse(answers(503))
  const { db, clock, receiver, person1: person } = house
  await db.updateTable('users').set({ is_owner: true }).where('id', '=', 1).execute()
  await agree(person)
  await person.schedule({ ...daily, wakeupTime: '06:21' })
  await house.pass(65)
  await clock.advance({ minutes: 2 })
  receiver.behave(answers(204))
  await house.pass(20)
  expect(receiver.types().at(-1)).toBe('call.scheduled')
  expect(await house.stored()).toMatchObject([
    { kind: 'call.due', delivered: false },
    { kind: 'call.scheduled', delivered: true },
  ])
  receiver.behave(answers(503))
  await house.missMorning()
  await house.pass(5)
  await clock.advance({ hours: 25 })
  await house.pass(5)
  const { notices } = (await person.get<Notices>('/api/notices')).body
  expect(notices.filter(({ kind }) => kind === 'webhook-failed')).toHaveLength(1)
})

test('SIGNAL-3 a 410 turns the webhook off until the next start, and the owner is told', async () => {
  await using house = await startQuietHouse(answers(410))
  const { db, clock, receiver, person1: person } = house
  await db.updateTable('users').set({ is_owner: true }).where('id', '=', 1).execute()
  await agree(person)
  const { id } = await person.schedule({ ...daily, wakeupTime: '09:00' })
  await house.pass(3)
  await person.post(`/api/schedule/${id}/toggle`)
  await clock.advance({ hours: 1 })
  expect(receiver.deliveries).toHaveLength(1)
  const { notices } = (await person.get<Notices>('/api/notices')).body
  expect(notices.map(({ text }) => text).join()).toContain('The receiver is gone')
  receiver.behave(answers(204))
  clock.every(500, 'signals', tellHouse(house.services, new AbortController().signal))
  await house.pass(1)
  expect(receiver.types().slice(1)).toEqual(['call.cancelled'])
})

test('S95 SIGNAL-3 a redirect is not followed, and an answer of 50 MB is cut', async () => {
  await using elsewhere = await startReceiver()
  await using house = await startQuietHouse(answers(307, { location: elsewhere.settings.WEBHOOK_URL }))
  await agree(house.person1)
  const { id } = await house.person1.schedule(daily)
  await house.pass(2)
  expect(elsewhere.deliveries).toEqual([])
  expect(await house.stored()).toMatchObject([{ answer: 'HTTP 307', delivered: false }])
  let sent = 0
  house.receiver.behave((response) => {
    const chunk = Buffer.alloc(64 * 1024)
    const more = () => {
      while (sent < 50 * 1024 * 1024 && !response.destroyed) {
        sent += chunk.length
        if (!response.write(chunk)) return void response.once('drain', more)
      }
      response.end()
    }
    response.on('error', () => undefined)
    response.writeHead(200)
    more()
  })
  await house.pass(10)
  expect(await house.stored()).toMatchObject([{ answer: 'HTTP 200', delivered: true }])
  expect(sent).toBeLessThan(20 * 1024 * 1024)
  house.receiver.behave(answers(204))
  await house.person1.delete(`/api/schedule/${id}`)
  await house.pass(1)
  expect(house.receiver.types().at(-1)).toBe('call.cancelled')
})

test('SIGNAL-3 a receiver that hangs is given up after five seconds', async () => {
  await using house = await startQuietHouse()
  house.receiver.hang()
  await agree(house.person1)
  await house.person1.schedule(daily)
  await house.clock.advance({ ms: 0 })
  expect(await house.stored()).toMatchObject([{ answer: 'no answer', tries: 1, delivered: false }])
  house.receiver.release()
  await house.pass(3)
  expect(await house.stored()).toMatchObject([{ answer: 'HTTP 204', tries: 2, delivered: true }])
})

test('SIGNAL-3 what a killed worker was sending is sent once by another, under the same id and before what came later', async () => {
  await using house = await startQuietHouse()
  const { receiver, person1: person, services } = house
  await agree(person)
  await person.schedule(daily)
  receiver.hang()
  const kill = new AbortController()
  await tellHouse(services, kill.signal)()
  await expect.poll(() => receiver.held.size).toBe(1)
  kill.abort()
  receiver.release()
  await house.missMorning()
  await house.pass(5)
  expect(receiver.types()).toEqual(['call.scheduled']) // nobody knows yet that its worker is gone
  await house.pass(10)
  expect(receiver.types()).toEqual(['call.scheduled', 'call.scheduled', 'call.due', 'morning.missed'])
  const [first, again] = receiver.deliveries.map(({ headers }) => headers['webhook-id'])
  expect(again).toBe(first)
})

test('SIGNAL-3 a morning is told although its process was killed right after the key', async () => {
  await using receiver = await startReceiver()
  const NOW_MS = Date.parse(NOW)
  await using started = await startCalls({ now: NOW_MS, settings: receiver.settings, carrier: {} })
  const { services, db, call, occurrence, clock } = started
  await sql`insert into signal_people (user_id, since, look_at) values (1, '-infinity', 'infinity')`.execute(db)
  // The key's statement is written, and nothing after it.
  const confirmed = { confirmed_at: new Date(NOW_MS) }
  const answered = { stage: 'placed', answered_at: new Date(NOW_MS), holds_line: true, carrier_call_id: 'CA1' } as const
  await call(1, { ...confirmed, ...answered })
  await occurrence(1, confirmed)
  const event = { type: 'ended', at: NOW_MS, how: 'hung-up', talkedS: 20 } as const
  await handleCarrierEvent(services, 'token1', 'CA1', event)
  clock.every(500, 'signals', tellHouse(services, new AbortController().signal))
  await pass(clock, 3)
  expect(receiver.types()).toContain('morning.up')
})

test('SIGNAL-4 200 calls are placed while the receiver lets every request hang', async () => {
  await using receiver = await startReceiver()
  receiver.hang()
  await using database = await createTestDatabase()
  const due = Date.now() + 4_000
  await putPlannedCalls(database.db, { count: 200, dueAt: due })
  await sql`update schedules set next_due_at = ${new Date(due + 86_400_000)}`.execute(database.db)
  await sql`insert into signal_people (user_id, since) select id, '-infinity' from users`.execute(database.db)
  let [placed, hasWaited] = [0, true]
  await using joined = await servicesOn(database, {
    now: due,
    settings: { ...receiver.settings, CALLS_PER_SECOND: '1000' },
    carrier: {
      async placeCall() {
        if (++placed === 1) hasWaited = [...receiver.held].some(({ destroyed }) => destroyed) // given up after 5 s
        return { outcome: 'accepted', carrierCallId: `CA${placed}`, queueMs: 0 }
      },
      callsSince: async () => [],
    },
  })
  const { services } = joined
  Object.assign(services, { clock: systemClock(services.log), speech: [quickVoice] })
  const worker = await startWorker(services)
  await expect.poll(() => receiver.held.size, { timeout: 30_000 }).toBeGreaterThan(0)
  await expect.poll(() => placed, { timeout: 30_000 }).toBe(200)
  expect(hasWaited).toBe(false)
  await worker.stop()
})

test('SIGNAL-5 owners see the last fifty deliveries and hear when the setup degrades and recovers; nobody else does', async () => {
  await using house = await startQuietHouse()
  const { db, services, receiver, person1: person } = house
  const deliveries = async () => (await person.get<People>('/api/people')).body.deliveries
  expect((await person.get('/api/people')).status).toBe(404)
  await db.updateTable('users').set({ is_owner: true }).where('id', '=', 1).execute()
  await agree(person)
  await person.schedule(daily)
  for (const faults of [['Mail server'], ['Mail server'], [], []]) await tellSetup(services, faults)
  await house.pass(3)
  const setup = receiver.deliveries
    .map(({ event: { type, data } }) => [type, data])
    .filter(([type]) => type !== 'call.scheduled')
  expect(setup).toEqual([
    ['setup.degraded', { finding: 'Mail server' }],
    ['setup.ok', { finding: '' }],
  ])
  expect(await deliveries()).toMatchObject([
    { kind: 'call.scheduled', name: 'Robin', state: 'delivered', tries: 1, answer: 'HTTP 204' },
    { kind: 'setup.ok', name: null, state: 'delivered' },
    { kind: 'setup.degraded', name: null, state: 'delivered' },
  ])
  await sql`insert into signals (kind, data, created_at, expires_at, try_at, ended_at)
    select 'call.due', '{}', now, now, now, now from generate_series(1, 60), (select ${new Date(house.clock.now())}::timestamptz as now)`.execute(
    db,
  )
  expect(await deliveries()).toHaveLength(50)
})
