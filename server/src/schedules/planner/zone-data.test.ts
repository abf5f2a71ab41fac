import type { Notices } from '@reveille/contract/notices'
import type { Schedule } from '@reveille/contract/schedules'
import type { Instant } from '@reveille/core/time/time-zone'
import { expect, test } from 'vitest'
import type { Person } from '../../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../../test/harness/app/start-test-app.ts'
import { lockPerson } from '../../people/lock-person.sql.ts'
import { openDatabase, type Database } from '../../platform/database/database.ts'
import { keepFact } from '../../platform/database/installation.sql.ts'

const OLD_DATA = '2020a'
const berlin = { wakeupTime: '06:30', timezone: 'Europe/Berlin' }
const daily = berlin
const skippable = { ...berlin, weekdays: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] }
const once = { ...berlin, weekdays: [], isRecurring: false, date: '2027-01-15' }

/** Pretends that older zone data planned the calls, which puts each next call this much later. */
async function plannedByOldData({ services: { db } }: TestApp, laterMs: number): Promise<void> {
  await keepFact(db, 'zone-data', OLD_DATA)
  await writtenByOldData(db, laterMs)
}

/** Writes what a process with older zone data would: each next call, skipped or not, this much later. */
async function writtenByOldData(db: Database, laterMs: number): Promise<void> {
  const later = (at: Instant) => new Date(at + laterMs)
  for (const { id, next_due_at, skipped_calls } of await db.selectFrom('schedules').selectAll().execute())
    await db
      .updateTable('schedules')
      .set({ next_due_at: later(next_due_at!), skipped_calls: skipped_calls.map(later), zone_data: OLD_DATA })
      .where('id', '=', id)
      .execute()
}

const HOUR_MS = 3_600_000

async function noticeDetailsOf(person: Person): Promise<string[]> {
  return (await person.get<Notices>('/api/notices')).body.notices.map(({ title }) => title)
}

const startAgain = (app: TestApp) => app.restart({ ROLE: 'all' })

/** A person with a schedule, and no worker that would plan its calls. */
async function whileNobodyWorks(schedule: Record<string, unknown>): Promise<{ app: TestApp; person: Person }> {
  const app = await startTestApp({ now: '2027-01-15T05:00:00+01:00' })
  const person = await app.person()
  await person.schedule(schedule)
  await app.restart({ ROLE: 'web' })
  return { app, person }
}

/** A person with a daily call and one with a one-time call. */
async function bothWhileNobodyWorks() {
  const { app, person } = await whileNobodyWorks(daily)
  const other = await app.person()
  await other.schedule(once)
  return { app, people: [person, other] }
}

test('SCHED-13 with new zone data a call that moves rings at its new instant, and its person is told', async () => {
  const { app, people } = await bothWhileNobodyWorks()
  await using _ = app
  await plannedByOldData(app, HOUR_MS)
  await startAgain(app)
  const phones = await Promise.all(people.map(({ phone }) => app.phone(phone)))
  await app.clock.advance({ seconds: 1 })
  for (const person of people) {
    expect((await person.get('/api/schedule')).body).toMatchObject([{ nextCallAt: '2027-01-15T05:30:00.000Z' }])
    const told = [expect.stringContaining('Your next call is on Fri, Jan 15 at 6:30 AM')]
    expect(await noticeDetailsOf(person)).toEqual(told)
  }
  await app.clock.advance({ hours: 1, minutes: 30, ms: 9 }) // each call has its own slot
  for (const phone of phones) await (await phone.expectCall()).decline()
})

test('CALL-5 with new zone data a call due while no worker ran rings within its ten minutes, and no move is reported', async () => {
  const { app, people } = await bothWhileNobodyWorks()
  await using _ = app
  await plannedByOldData(app, 0)
  await app.clock.advance({ hours: 1, minutes: 35 })
  await startAgain(app)
  const phones = await Promise.all(people.map(({ phone }) => app.phone(phone)))
  await app.clock.advance({ seconds: 10 })
  for (const phone of phones) await (await phone.expectCall()).decline()
  for (const person of people) expect(await noticeDetailsOf(person)).toEqual([])
})

test.each([
  ['by both zone data', 0],
  ['by the new zone data only', HOUR_MS],
])('CALL-5 a call overdue %s by more than ten minutes fails with a reason', async (_by, laterMs) => {
  const { app, people } = await bothWhileNobodyWorks()
  await using _ = app
  await plannedByOldData(app, laterMs)
  await app.clock.advance({ hours: 1, minutes: 45 })
  await startAgain(app)
  await app.clock.advance({ seconds: 10 })
  for (const person of people) {
    expect(await person.history()).toMatchObject([{ status: 'failed', callTime: '2027-01-15T05:30:00.000Z' }])
    expect(await noticeDetailsOf(person)).toContainEqual(
      expect.stringContaining("We couldn't place your call on Fri, Jan 15"),
    )
  }
})

test('SCHED-13 a schedule written by a process with older zone data is planned again', async () => {
  await using app = await startTestApp({ now: '2027-01-15T05:00:00+01:00' })
  const person = await app.person()
  await person.schedule(daily)
  const nextCallAt = async () => (await person.get<Schedule[]>('/api/schedule')).body[0]!.nextCallAt
  const right = await nextCallAt()
  await writtenByOldData(app.services.db, HOUR_MS)
  expect(await nextCallAt()).not.toBe(right)
  await app.clock.advance({ hours: 1, seconds: 10 })
  expect(await nextCallAt()).toBe(right)
})

test('SCHED-13 zone data older than what was used here before replans nothing', async () => {
  const { app, person } = await whileNobodyWorks(daily)
  await using _ = app
  const { db } = app.services
  await keepFact(db, 'zone-data', '2999z')
  const later = new Date('2027-01-15T06:30:00Z')
  await db.updateTable('schedules').set({ next_due_at: later, zone_data: '2999z' }).execute()
  await startAgain(app)
  await app.clock.advance({ seconds: 10 })
  const [shown] = (await person.get<Schedule[]>('/api/schedule')).body
  expect(shown?.nextCallAt).toBe(later.toISOString())
})

test('SCHED-9 SCHED-13 a skipped call that new zone data moves stays skipped, even after an edit or a pause, without a notice', async () => {
  const { app, person } = await whileNobodyWorks(daily)
  await using _ = app
  const [edits, pauses] = [await app.person(), await app.person()]
  for (const other of [edits, pauses]) await other.schedule(daily)
  const people = [person, edits, pauses]
  const idOf = async (one: Person) => (await one.get<Schedule[]>('/api/schedule')).body[0]!.id
  for (const one of people) await one.post(`/api/schedule/${await idOf(one)}/skip`, { skipped: true })
  await plannedByOldData(app, HOUR_MS)
  const switches = { ...skippable, callRetry: false }
  expect((await edits.post(`/api/schedule?id=${await idOf(edits)}`, switches)).status).toBe(200)
  for (let times = 0; times < 2; times++)
    expect((await pauses.post(`/api/schedule/${await idOf(pauses)}/toggle`)).status).toBe(200)
  const skipped = { skippedCallAt: '2027-01-15T05:30:00.000Z', nextCallAt: '2027-01-16T05:30:00.000Z' }
  for (const one of [edits, pauses]) expect((await one.get('/api/schedule')).body).toMatchObject([skipped])
  await startAgain(app)
  await app.clock.advance({ seconds: 10 })
  for (const one of people) expect((await one.get('/api/schedule')).body).toMatchObject([skipped])
  await app.clock.advance({ hours: 3 }) // no skipped call rings, and none is reported
  for (const one of people) expect(await noticeDetailsOf(one)).toEqual([])
})

test('SCHED-9 SCHED-13 a skipped call that new zone data moves stays skipped when an overdue call is settled first', async () => {
  const { app, person } = await whileNobodyWorks(daily)
  await using _ = app
  const { db } = app.services
  const [{ id }] = (await person.get<Schedule[]>('/api/schedule')).body as [Schedule]
  const skipped = '2027-01-16T05:30:00.000Z'
  const byOldData = new Date(Date.parse(skipped) + HOUR_MS)
  await db
    .updateTable('schedules')
    .set({ skipped_calls: [byOldData], zone_data: OLD_DATA })
    .execute()
  await app.clock.advance({ hours: 1, minutes: 50 })
  for (let times = 0; times < 2; times++) expect((await person.post(`/api/schedule/${id}/toggle`)).status).toBe(200)
  const [shown] = (await person.get<Schedule[]>('/api/schedule')).body
  expect(shown).toMatchObject({ skippedCallAt: skipped, nextCallAt: '2027-01-17T05:30:00.000Z' })
})

test('SCHED-13 a person who may not be called hears nothing of a moved call', async () => {
  const { app, person } = await whileNobodyWorks(daily)
  await using _ = app
  await app.services.db.updateTable('users').set({ phone_verified: false }).execute()
  await plannedByOldData(app, HOUR_MS)
  await startAgain(app)
  await app.clock.advance({ seconds: 10 })
  expect(await noticeDetailsOf(person)).toEqual([])
})

test('CALL-1 a start does not wait for new zone data to replan everything', async () => {
  const { app, person } = await whileNobodyWorks(daily)
  await using _ = app
  await plannedByOldData(app, HOUR_MS)
  const somebody = openDatabase(app.connection)
  await somebody.transaction().execute(async (tx) => {
    await lockPerson(tx, person.userId)
    await startAgain(app) // while the row to replan is locked
  })
  await somebody.destroy()
  await app.clock.advance({ seconds: 10 })
  const [shown] = (await person.get<Schedule[]>('/api/schedule')).body
  expect(shown?.nextCallAt).toBe('2027-01-15T05:30:00.000Z')
})
