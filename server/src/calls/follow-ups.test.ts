import type { ApiError } from '@reveille/contract/api-error'
import type { Notices } from '@reveille/contract/notices'
import type { Schedule } from '@reveille/contract/schedules'
import type { Handset } from '@reveille/phone-sandbox/handset'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { leaseUpcoming } from '../dispatch/leases.sql.ts'
import { markDialling } from '../dispatch/marks.sql.ts'
import type { Database } from '../platform/database/database.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { handleCarrierEvent } from './handle-carrier-event.ts'

const BERLIN = 'Europe/Berlin'
const daily = { wakeupTime: '06:30', timezone: BERLIN }
const once = { ...daily, isRecurring: false, weekdays: [], date: '2027-01-15' }

/** A Friday, ten minutes before the call. */
const NOW = '2027-01-15T06:20:00+01:00'
const SNOOZED_UNTIL = '2027-01-15T05:39:00.000Z'

type Snoozed = { app: TestApp; person: Person; phone: Handset; id: number }

/** The first call of this schedule rings. */
async function ringing(app: TestApp, schedule: Record<string, unknown>) {
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const { id } = await person.schedule(schedule)
  await app.clock.advance({ minutes: 10 })
  return { person, phone, id, call: await phone.expectCall() }
}

/** Somebody answered at 6:30 and pressed 2: the phone is to ring again at 6:39. */
async function snoozed(app: TestApp, schedule: Record<string, unknown>): Promise<Snoozed> {
  const { person, phone, id, call } = await ringing(app, schedule)
  await call.pickUp()
  await call.press('2')
  return { app, person, phone, id }
}

const MAY_BE_DUE = 'Your 6:30 AM schedule is paused: A call may be due within minutes. Resume the schedule to get it.'

const listed = async (person: Person) => (await person.get<Schedule[]>('/api/schedule')).body
const toggle = (person: Person, id: number) => person.post<{ action?: string } & ApiError>(`/api/schedule/${id}/toggle`)
const stop = (person: Person, id: number) =>
  person.post<{ schedule: Schedule | null } & ApiError>(`/api/schedule/${id}/stop`)
const told = async (person: Person) =>
  (await person.get<Notices>('/api/notices')).body.notices.map(({ title, text }) => `${title}: ${text}`)
const outcomes = async ({ services }: TestApp) =>
  (await services.db.selectFrom('occurrences').select('outcome').orderBy('id').execute()).map(({ outcome }) => outcome)

test.each([
  ['snooze', SNOOZED_UNTIL],
  ['retry', '2027-01-15T05:31:30.000Z'],
  ['wake-check', '2027-01-15T05:35:00.000Z'],
] as const)('SCHED-12 CALL-4 CALL-7 the schedule says when a %s will ring', async (kind, at) => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const created = await person.schedule(daily)
  expect(created.followUp).toBeNull()
  await app.clock.advance({ minutes: 10 })
  const call = await phone.expectCall()
  if (kind === 'retry') await call.decline()
  else await call.pickUp()
  if (kind === 'snooze') await call.press('2')
  if (kind === 'wake-check') await call.hangUp({ afterSeconds: 20 })
  const [schedule] = await listed(person)
  expect(schedule?.followUp).toMatchObject({ kind, local: { date: '2027-01-15' } })
  expect(schedule?.followUp?.at.slice(0, 16)).toBe(at.slice(0, 16))
})

test('SCHED-8 SCHED-10 CALL-7 a snoozed one-time call that is paused loses neither call nor schedule: undone, it rings', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, phone, id } = await snoozed(app, once)
  expect(await toggle(person, id)).toMatchObject({ status: 200, body: { action: 'paused' } })
  expect(await listed(person)).toMatchObject([{ id, isActive: false, followUp: { kind: 'snooze', at: SNOOZED_UNTIL } }])
  await app.clock.advance({ minutes: 8 })
  expect(await told(person)).toEqual([
    'Your 6:30 AM schedule is paused: Resume it before Fri, Jan 15 at 6:39 AM to get your call.',
  ])
  expect(await toggle(person, id)).toMatchObject({ status: 200, body: { action: 'resumed' } })
  await app.clock.advance({ minutes: 1 })
  const again = await phone.expectCall()
  await again.pickUp()
  await again.press('1')
  expect(await listed(person)).toEqual([])
  expect(await outcomes(app)).toEqual(['answered'])
})

test('SCHED-8 SCHED-10 SHELL-11 a snoozed one-time call that stays paused does not ring, and is over at its time, in true words', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, phone, id } = await snoozed(app, once)
  await toggle(person, id)
  await app.clock.advance({ minutes: 8, seconds: 59 })
  expect(await listed(person)).toMatchObject([{ id }])
  await app.clock.advance({ seconds: 2 })
  expect(await listed(person)).toEqual([])
  const message = 'That one-time call has ended. You can schedule a new one.'
  expect(await toggle(person, id)).toMatchObject({ status: 409, body: { message } })
  expect((await toggle(person, id + 1)).status).toBe(404)
  await app.clock.advance({ hours: 1 })
  expect((await phone.unexpected()).calls).toEqual([])
  expect(await outcomes(app)).toEqual(['cancelled'])
  expect(await told(person)).toMatchObject([
    expect.stringContaining('That was your one-time call'),
    expect.stringContaining('Resume it before Fri, Jan 15 at 6:39 AM'),
  ])
})

test('SCHED-8 SCHED-10 SHELL-11 a one-time call that is paused while it rings stays on the list, and its snooze waits for Undo', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, phone, id, call } = await ringing(app, once)
  expect((await toggle(person, id)).body).toMatchObject({
    action: 'paused',
    message: 'Schedule paused. The current call will continue.',
  })
  expect(await told(person)).toEqual([MAY_BE_DUE])
  await call.pickUp()
  await call.press('2')
  expect(await listed(person)).toMatchObject([{ id, isActive: false, followUp: { kind: 'snooze' } }])
  expect((await toggle(person, id)).body).toMatchObject({ action: 'resumed' })
  await app.clock.advance({ minutes: 9 })
  await (await phone.expectCall()).pickUp()
})

test('SCHED-9 a deletion while the call rings says that this call will continue', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, id, call } = await ringing(app, daily)
  expect((await person.delete(`/api/schedule/${id}`)).body).toEqual({
    message: 'Schedule deleted. The current call will continue.',
    underWay: true,
  })
  await call.pickUp()
})

test('SCHED-8 CALL-14 SHELL-11 a one-time call that waits for the line survives a pause that is undone', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const { id } = await person.schedule(once)
  await app.clock.advance({ minutes: 9, seconds: 55 })
  await person.post('/api/call/sample')
  await app.clock.advance({ seconds: 6 })
  const sample = await phone.expectCall()
  expect((await toggle(person, id)).body).toMatchObject({ action: 'paused' })
  expect(await told(person)).toEqual([MAY_BE_DUE])
  expect(await listed(person)).toMatchObject([{ id, isActive: false }])
  expect((await toggle(person, id)).body).toMatchObject({ action: 'resumed' })
  await sample.decline()
  await app.clock.advance({ seconds: 20 })
  await (await phone.expectCall()).pickUp()
})

test('SCHED-8 SHELL-11 a one-time call that is skipped and then paused is not promised for a resume', async () => {
  await using app = await startTestApp({ unheard: true, now: '2027-01-15T05:00:00+01:00' })
  const person = await app.person()
  const { id } = await person.schedule(once)
  await person.post(`/api/schedule/${id}/skip`, { skipped: true })
  await toggle(person, id)
  expect(await told(person)).toEqual([])
})

test('SCHED-8 a recurring schedule that is paused while snoozed rings at its time if it is resumed by then', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, phone, id } = await snoozed(app, daily)
  for (let i = 0; i < 3; i++) await toggle(person, id)
  await app.clock.advance({ minutes: 8, seconds: 58 })
  expect((await phone.unexpected()).calls).toEqual([])
  await toggle(person, id)
  await app.clock.advance({ seconds: 2 })
  const again = await phone.expectCall()
  await again.pickUp()
  await again.press('1')
})

test('SCHED-8 I19 a recurring schedule that is resumed after its snooze never calls for what passed', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, phone, id } = await snoozed(app, daily)
  await toggle(person, id)
  await app.clock.advance({ minutes: 10 })
  expect(await outcomes(app)).toEqual(['cancelled'])
  expect((await toggle(person, id)).body).toMatchObject({ action: 'resumed' })
  expect(await listed(person)).toMatchObject([{ followUp: null, nextCallAt: '2027-01-16T05:30:00.000Z' }])
  await app.clock.advance({ hours: 1 })
  expect((await phone.unexpected()).calls).toEqual([])
})

test('SCHED-8 I19 nor is it called for that by a worker that was not there when it passed', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, phone, id } = await snoozed(app, daily)
  await toggle(person, id)
  await app.restart({ ROLE: 'web' })
  await app.clock.advance({ minutes: 10 })
  expect((await toggle(person, id)).body).toMatchObject({ action: 'resumed' })
  await app.restart({ ROLE: 'all' })
  await app.clock.advance({ hours: 1 })
  expect((await phone.unexpected()).calls).toEqual([])
  expect(await outcomes(app)).toEqual(['cancelled'])
})

test('SCHED-8 CALL-5 a paused call that no worker saw to in time is no failed call', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, id } = await snoozed(app, once)
  await toggle(person, id)
  await app.restart({ ROLE: 'web' })
  await app.clock.advance({ hours: 1 })
  await app.restart({ ROLE: 'all' })
  await app.clock.advance({ minutes: 1 })
  expect((await person.history()).map(({ status }) => status)).toEqual(['completed'])
  expect(await told(person)).toEqual([
    expect.stringContaining('That was your one-time call'),
    expect.stringContaining('is paused'),
  ])
})

test('CALL-4 CALL-7 Stop for today ends the snooze of a recurring schedule, which rings tomorrow', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, phone, id } = await snoozed(app, daily)
  const stopped = await stop(person, id)
  expect(stopped).toMatchObject({
    status: 200,
    body: { message: 'Stopped for today', schedule: { isActive: true, followUp: null } },
  })
  expect(await outcomes(app)).toEqual(['cancelled'])
  expect(await stop(person, id)).toMatchObject({
    status: 409,
    body: { message: 'No more calls are coming today.' },
  })
  await app.clock.advance({ hours: 23, minutes: 59 })
  expect((await phone.unexpected()).calls).toEqual([])
  expect(await told(person)).toEqual([])
  await app.clock.advance({ minutes: 1 })
  await (await phone.expectCall()).pickUp()
})

test('CALL-2 CALL-4 SCHED-10 Stop for today ends the retries of a one-time call, which is then over', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const [person, stranger] = [await app.person(), await app.person()]
  const phone = await app.phone(person.phone)
  const { id } = await person.schedule(once)
  expect((await stop(person, id)).status).toBe(409)
  await app.clock.advance({ minutes: 10 })
  await (await phone.expectCall()).letRing()
  expect((await stop(stranger, id)).status).toBe(404)
  expect(await stop(person, id)).toMatchObject({ status: 200, body: { schedule: null } })
  expect(await listed(person)).toEqual([])
  expect(await outcomes(app)).toEqual(['cancelled'])
  await app.clock.advance({ hours: 1 })
  expect((await phone.unexpected()).calls).toEqual([])
  expect(await told(person)).toEqual([])
})

test('CALL-10 after Stop for today a late verdict that a machine had answered calls nobody', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, phone, id, call } = await ringing(app, daily)
  await call.pickUp()
  await call.hangUp({ afterSeconds: 20 })
  await stop(person, id)
  expect(await outcomes(app)).toEqual(['cancelled'])
  const { token } = await app.services.db.selectFrom('calls').select('token').executeTakeFirstOrThrow()
  await handleCarrierEvent(app.services, token, call.sid, { type: 'machine', at: app.clock.now() })
  expect(await outcomes(app)).toEqual(['cancelled'])
  await app.clock.advance({ hours: 1 })
  expect((await phone.unexpected()).calls).toEqual([])
})

const BEING_PLACED = 'Your call is already being placed. Nothing was changed.'

test.each([
  ['pause', (person: Person, id: number) => toggle(person, id)],
  ['deletion', (person: Person, id: number) => person.delete<ApiError>(`/api/schedule/${id}`)],
  ['stop', (person: Person, id: number) => stop(person, id)],
] as const)(
  'SCHED-8 SCHED-9 a %s in the last moment says that the call is being placed, and changes nothing',
  async (_case, ask) => {
    await using app = await startTestApp({ unheard: true, now: NOW })
    const person = await app.person()
    const phone = await app.phone(person.phone)
    const { id } = await person.schedule(daily)
    await app.clock.advance({ minutes: 9, seconds: 59, ms: 700 })
    expect(await ask(person, id)).toMatchObject({ status: 409, body: { message: BEING_PLACED } })
    expect(await listed(person)).toMatchObject([{ id, isActive: true }])
    expect(await told(person)).toEqual([])
    await app.clock.advance({ ms: 300 })
    const call = await phone.expectCall()
    expect((await ask(person, id)).status).toBe(200)
    await call.pickUp()
    await app.clock.advance({ hours: 1 })
    expect((await phone.unexpected()).calls).toEqual([])
  },
)

/** No worker of the product: the test is the worker, and marks the snooze at a moment of its choice. */
async function asWorker(app: TestApp) {
  const { person, phone, id } = await snoozed(app, once)
  await app.restart({ ROLE: 'web' })
  const { db } = app.services
  const until = Date.parse(SNOOZED_UNTIL)
  const ids = (await leaseUpcoming(db, { until, owner: 'worker', limit: 1 })).map((call) => call.id)
  const mark = (on: Database = db) =>
    markDialling(on, {
      owner: 'worker',
      ids,
      now: until,
      mostCalls: { hour: 30, day: 80 },
      callerNumbers: ['+12025550100'] as const,
    })
  return { db, person, phone, id, mark }
}

test('SCHED-8 I6 a pause that meets the mark of a call waits for it, and is refused', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { db, person, id, mark } = await asWorker(app)
  const { asked } = await inTransaction(db, async (tx) => {
    expect(await mark(tx)).toHaveLength(1)
    const pausing = toggle(person, id)
    await expect.poll(() => waitsForLock(db)).toBe(true)
    return { asked: pausing }
  })
  expect(await asked).toMatchObject({ status: 409, body: { message: BEING_PLACED } })
  expect(await listed(person)).toMatchObject([{ id, isActive: true }])
})

test('SCHED-8 I6 a mark that meets a pause waits for it, and marks nothing', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { db, person, id, mark } = await asWorker(app)
  // Stops the pause at its notice, after all that it has changed.
  const { asked, marking } = await inTransaction(db, async (tx) => {
    await sql`lock table notices in exclusive mode`.execute(tx)
    const pausing = toggle(person, id)
    await expect.poll(() => waitsForLock(db)).toBe(true)
    const marked = mark()
    await expect.poll(() => waitsForLock(db, 2)).toBe(true)
    return { asked: pausing, marking: marked }
  })
  expect((await asked).body).toMatchObject({ action: 'paused' })
  expect(await marking).toEqual([])
})

async function waitsForLock(db: Database, count = 1): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db)
  return rows.length >= count
}
