import type { ApiError } from '@reveille/contract/api-error'
import type { Notices } from '@reveille/contract/notices'
import type { Schedule } from '@reveille/contract/schedules'
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

/** People whose first calls ring now, one for each schedule. */
async function ringing<S extends Record<string, unknown>[]>(app: TestApp, ...schedules: S) {
  const people = []
  for (const schedule of schedules) {
    const person = await app.person()
    people.push({ person, phone: await app.phone(person.phone), id: (await person.schedule(schedule)).id })
  }
  await app.clock.advance({ minutes: 10, ms: schedules.length - 1 }) // each call has its own slot
  const rung = []
  for (const each of people) rung.push({ ...each, call: await each.phone.expectCall() })
  return rung as { [K in keyof S]: (typeof rung)[number] }
}

/** People who answered at 6:30 and pressed 2, so their phones ring again at 6:39. */
async function snoozed<S extends Record<string, unknown>[]>(app: TestApp, ...schedules: S) {
  const rung = await ringing(app, ...schedules)
  for (const { call } of rung) {
    await call.pickUp()
    await call.press('2')
  }
  return rung
}

const MAY_BE_DUE = 'Your 6:30 AM schedule is paused: A call may be due within minutes. Resume the schedule to get it.'

const listed = async (person: Person) => (await person.get<Schedule[]>('/api/schedule')).body
const toggle = (person: Person, id: number) => person.post<{ action?: string } & ApiError>(`/api/schedule/${id}/toggle`)
const stop = (person: Person, id: number) =>
  person.post<{ schedule: Schedule | null } & ApiError>(`/api/schedule/${id}/stop`)
const told = async (person: Person) =>
  (await person.get<Notices>('/api/notices')).body.notices.map(({ title, text }) => `${title}: ${text}`)
/** How this schedule's occurrences ended, oldest first. */
const outcomes = async ({ services }: TestApp, { userId }: Person) =>
  (
    await services.db.selectFrom('occurrences').select('outcome').where('user_id', '=', userId).orderBy('id').execute()
  ).map(({ outcome }) => outcome)

test('SCHED-12 CALL-4 CALL-7 the schedule says when a snooze, a retry or a wake check will ring', async () => {
  await using app = await startTestApp({ now: NOW })
  const [snooze, retry, check] = await ringing(app, daily, daily, daily)
  await snooze.call.pickUp()
  await snooze.call.press('2')
  await retry.call.decline()
  await check.call.pickUp()
  await check.call.hangUp({ afterSeconds: 20 })
  const followUp = async ({ person }: typeof snooze) => (await listed(person))[0]?.followUp
  const local = { date: '2027-01-15' }
  const at = (minute: string) => expect.stringMatching(`^2027-01-15T05:${minute}:`) as string
  expect(await followUp(snooze)).toMatchObject({ kind: 'snooze', at: at('39'), local })
  expect(await followUp(retry)).toMatchObject({ kind: 'retry', at: at('31'), local })
  expect(await followUp(check)).toMatchObject({ kind: 'wake-check', at: at('35'), local })
})

test('SCHED-8 SCHED-10 SHELL-11 a snoozed one-time call that is paused rings if resumed in time, and is over otherwise', async () => {
  await using app = await startTestApp({ now: NOW })
  const [back, off] = await snoozed(app, once, once)
  const mayResume = 'Resume it before Fri, Jan 15 at 6:39 AM to get your call.'
  for (const { person, id } of [back, off]) {
    expect(await toggle(person, id)).toMatchObject({ status: 200, body: { action: 'paused' } })
    expect(await listed(person)).toMatchObject([{ id, isActive: false, followUp: { kind: 'snooze' } }])
    expect(await told(person)).toEqual([`Your 6:30 AM schedule is paused: ${mayResume}`])
  }
  await app.clock.advance({ minutes: 8, seconds: 59 })
  expect(await toggle(back.person, back.id)).toMatchObject({ status: 200, body: { action: 'resumed' } })
  expect(await listed(off.person)).toMatchObject([{ id: off.id }])
  await app.clock.advance({ seconds: 2 })
  const again = await back.phone.expectCall()
  await again.pickUp()
  await again.press('1')
  for (const { person } of [back, off]) expect(await listed(person)).toEqual([])
  expect([await outcomes(app, back.person), await outcomes(app, off.person)]).toEqual([['answered'], ['cancelled']])

  const message = 'That one-time call has ended. You can schedule a new one.'
  expect(await toggle(off.person, off.id)).toMatchObject({ status: 409, body: { message } })
  expect((await toggle(off.person, off.id + 1)).status).toBe(404)
  await app.clock.advance({ hours: 1 })
  expect((await off.phone.unexpected()).calls).toEqual([])
  expect(await told(off.person)).toMatchObject([
    expect.stringContaining('That was your one-time call'),
    expect.stringContaining(mayResume),
  ])
})

test('SCHED-8 SCHED-9 SCHED-10 SHELL-11 pausing or deleting during a call says that it continues; a paused snooze can be undone', async () => {
  await using app = await startTestApp({ now: NOW })
  const [pauses, deletes] = await ringing(app, once, daily)
  const { person, phone, id, call } = pauses
  expect((await toggle(person, id)).body).toMatchObject({
    action: 'paused',
    message: 'Schedule paused. The current call will continue.',
  })
  expect(await told(person)).toEqual([MAY_BE_DUE])
  await call.pickUp()
  await call.press('2')
  expect(await listed(person)).toMatchObject([{ id, isActive: false, followUp: { kind: 'snooze' } }])
  expect((await toggle(person, id)).body).toMatchObject({ action: 'resumed' })

  expect((await deletes.person.delete(`/api/schedule/${deletes.id}`)).body).toEqual({
    message: 'Schedule deleted. The current call will continue.',
    underWay: true,
  })
  await deletes.call.pickUp()
  await app.clock.advance({ minutes: 9 })
  await (await phone.expectCall()).pickUp()
})

test('SCHED-8 CALL-14 SHELL-11 a one-time call waiting for the line survives a pause that is undone', async () => {
  await using app = await startTestApp({ now: NOW })
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

test('SCHED-8 SHELL-11 pausing a skipped one-time call sends no notice about resuming', async () => {
  await using app = await startTestApp({ now: '2027-01-15T05:00:00+01:00' })
  const person = await app.person()
  const { id } = await person.schedule(once)
  await person.post(`/api/schedule/${id}/skip`, { skipped: true })
  await toggle(person, id)
  expect(await told(person)).toEqual([])
})

test('SCHED-8 I19 a recurring schedule paused while snoozed rings if resumed in time, and never makes up for a past call', async () => {
  await using app = await startTestApp({ now: NOW })
  const [inTime, late] = await snoozed(app, daily, daily)
  for (let i = 0; i < 3; i++) await toggle(inTime.person, inTime.id)
  await toggle(late.person, late.id)
  await app.clock.advance({ minutes: 8, seconds: 58 })
  expect((await inTime.phone.unexpected()).calls).toEqual([])
  await toggle(inTime.person, inTime.id)
  await app.clock.advance({ seconds: 2 })
  const again = await inTime.phone.expectCall()
  await again.pickUp()
  await again.press('1')
  await app.clock.advance({ minutes: 1 })
  expect(await outcomes(app, late.person)).toEqual(['cancelled'])
  expect((await toggle(late.person, late.id)).body).toMatchObject({ action: 'resumed' })
  expect(await listed(late.person)).toMatchObject([{ followUp: null, nextCallAt: '2027-01-16T05:30:00.000Z' }])
  await app.clock.advance({ hours: 1 })
  expect((await late.phone.unexpected()).calls).toEqual([])
})

test('SCHED-8 CALL-5 I19 a paused follow-up that no worker saw in time is canceled: it neither rings nor counts as failed', async () => {
  await using app = await startTestApp({ now: NOW })
  const [recurring, single] = await snoozed(app, daily, once)
  for (const { person, id } of [recurring, single]) await toggle(person, id)
  await app.restart({ ROLE: 'web' })
  await app.clock.advance({ minutes: 10 })
  expect((await toggle(recurring.person, recurring.id)).body).toMatchObject({ action: 'resumed' })
  await app.clock.advance({ minutes: 50 })
  await app.restart({ ROLE: 'all' })
  await app.clock.advance({ minutes: 1 }) // a call whose speech is being prepared is claimed at the next look
  await app.clock.advance({ hours: 1 })
  for (const { person, phone } of [recurring, single]) {
    expect((await phone.unexpected()).calls).toEqual([])
    expect(await outcomes(app, person)).toEqual(['cancelled'])
    expect((await person.history()).map(({ status }) => status)).toEqual(['completed'])
  }
  expect(await told(single.person)).toEqual([
    expect.stringContaining('That was your one-time call'),
    expect.stringContaining('is paused'),
  ])
})

test('CALL-2 CALL-4 CALL-7 SCHED-10 Stop for today ends the follow-ups: a recurring schedule rings tomorrow, a one-time one is over', async () => {
  await using app = await startTestApp({ now: NOW })
  const stranger = await app.person()
  const [recurring, single] = await ringing(app, daily, once)
  await recurring.call.pickUp()
  await recurring.call.press('2')
  await single.call.letRing()
  expect((await stop(stranger, single.id)).status).toBe(404)
  expect(await stop(recurring.person, recurring.id)).toMatchObject({
    status: 200,
    body: { message: 'Stopped for today', schedule: { isActive: true, followUp: null } },
  })
  expect(await stop(single.person, single.id)).toMatchObject({ status: 200, body: { schedule: null } })
  for (const { person } of [recurring, single]) expect(await outcomes(app, person)).toEqual(['cancelled'])
  expect(await stop(recurring.person, recurring.id)).toMatchObject({
    status: 409,
    body: { message: 'No more calls are coming today.' },
  })
  expect(await listed(single.person)).toEqual([])
  await app.clock.advance({ hours: 23, minutes: 59 })
  for (const { phone } of [recurring, single]) expect((await phone.unexpected()).calls).toEqual([])
  for (const { person } of [recurring, single]) expect(await told(person)).toEqual([]) // they stopped it themselves
  await app.clock.advance({ minutes: 1 })
  await (await recurring.phone.expectCall()).pickUp()
})

test('CALL-10 after Stop for today a late machine verdict calls nobody', async () => {
  await using app = await startTestApp({ now: NOW })
  const [{ person, phone, id, call }] = await ringing(app, daily)
  await call.pickUp()
  await call.hangUp({ afterSeconds: 20 })
  await stop(person, id)
  expect(await outcomes(app, person)).toEqual(['cancelled'])
  const { token } = await app.services.db.selectFrom('calls').select('token').executeTakeFirstOrThrow()
  await handleCarrierEvent(app.services, token, call.sid, { type: 'machine', at: app.clock.now() })
  expect(await outcomes(app, person)).toEqual(['cancelled'])
  await app.clock.advance({ hours: 1 })
  expect((await phone.unexpected()).calls).toEqual([])
})

const BEING_PLACED = 'Your call is already being placed. Nothing was changed.'

test('SCHED-8 SCHED-9 a pause, deletion or stop at the last moment says that the call is being placed, and changes nothing', async () => {
  await using app = await startTestApp({ now: NOW })
  const asks = [
    toggle,
    (person: Person, id: number) => person.delete<ApiError>(`/api/schedule/${id}`),
    (person: Person, id: number) => stop(person, id),
  ]
  const people = []
  for (const ask of asks) {
    const person = await app.person()
    people.push({ ask, person, phone: await app.phone(person.phone), id: (await person.schedule(daily)).id })
  }
  await app.clock.advance({ minutes: 9, seconds: 59, ms: 700 })
  for (const { ask, person, id } of people) {
    expect(await ask(person, id)).toMatchObject({ status: 409, body: { message: BEING_PLACED } })
    expect(await listed(person)).toMatchObject([{ id, isActive: true }])
    expect(await told(person)).toEqual([])
  }
  await app.clock.advance({ ms: 309 })
  for (const { ask, person, phone, id } of people) {
    const call = await phone.expectCall()
    expect((await ask(person, id)).status).toBe(200)
    await call.pickUp()
  }
  await app.clock.advance({ hours: 1 })
  for (const { phone } of people) expect((await phone.unexpected()).calls).toEqual([])
})

/** Plays the worker: marks the snooze at a moment the test picks, with no real worker running. */
async function asWorker(app: TestApp) {
  const [{ person, phone, id }] = await snoozed(app, once)
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

test('SCHED-8 I6 a pause that races with a call being marked waits for it and is refused', async () => {
  await using app = await startTestApp({ now: NOW })
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

test('SCHED-8 I6 marking a call that races with a pause waits for it and marks nothing', async () => {
  await using app = await startTestApp({ now: NOW })
  const { db, person, id, mark } = await asWorker(app)
  // Block the pause at its notice, after all its other changes.
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
