import type { Schedule } from '@reveille/contract/schedules'
import { WEEKDAYS } from '@reveille/core/time/weekday'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:20:00+01:00' })
})
afterAll(() => app[Symbol.asyncDispose]())

const daily = { wakeupTime: '06:30', timezone: 'Europe/Berlin' }

test("DASH-10 SCHED-8 SCHED-9 each change of a schedule reaches its person's open pages", async () => {
  const person = await app.person()
  const heard: string[] = []
  app.services.live.subscribe(person.userId, (changed) => heard.push(changed))
  const tells = async (change: () => Promise<unknown>) => {
    heard.length = 0
    await change()
    return heard.includes('schedules')
  }
  expect(await tells(() => person.schedule(daily))).toBe(true)
  const [{ id }] = (await person.get<{ id: number }[]>('/api/schedule')).body as [{ id: number }]
  expect(await tells(() => person.post(`/api/schedule/${id}/skip`))).toBe(true)
  expect(await tells(() => person.post(`/api/schedule/${id}/toggle`))).toBe(true)
  expect(await tells(() => person.delete(`/api/schedule/${id}`))).toBe(true)
})

test("SCHED-9 CALL-2 a deleted schedule's planned call is canceled and does not ring", async () => {
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const { id } = await person.schedule(daily)
  const outcomes = async () =>
    (
      await app.services.db.selectFrom('occurrences').select('outcome').where('user_id', '=', person.userId).execute()
    ).map(({ outcome }) => outcome)
  expect(await outcomes()).toEqual([null])
  await person.delete(`/api/schedule/${id}`)
  expect(await outcomes()).toEqual(['cancelled'])
  await app.clock.advance({ minutes: 15 })
  expect((await phone.unexpected()).calls).toEqual([])
})

test.each([
  ['an edit', 'post', (id: number) => `/api/schedule?id=${id}`, { ...daily, weekdays: WEEKDAYS }],
  ['a skip', 'post', (id: number) => `/api/schedule/${id}/skip`, {}],
  ['a second deletion', 'delete', (id: number) => `/api/schedule/${id}`, undefined],
] as const)(
  'SHELL-17 %s of a schedule that another device deleted says that it is gone',
  async (...[, how, path, body]) => {
    const person = await app.person()
    const { id } = await person.schedule(daily)
    await person.delete(`/api/schedule/${id}`)
    const answer = how === 'post' ? await person.post(path(id), body) : await person.delete(path(id))
    expect(answer).toMatchObject({ status: 404, body: { message: expect.stringMatching(/^This schedule is gone\./) } })
  },
)

/** Counts how many statements write a row of `schedules`. */
async function countWrites() {
  const { db } = app.services
  await sql`
    create table schedule_writes (id bigint);
    create function count_schedule_write() returns trigger language plpgsql as
      $$ begin insert into schedule_writes values (new.id); return null; end $$;
    create trigger count_schedule_write after insert or update on schedules
      for each row execute function count_schedule_write();
  `.execute(db)
  return async (id: number) => {
    const { rows } = await sql`delete from schedule_writes where id = ${id} returning id`.execute(db)
    return rows.length
  }
}

test("SCHED-8 one save writes its schedule's row once", async () => {
  const person = await app.person()
  const writes = await countWrites()
  const tomorrow = { wakeupTime: '06:10', timezone: 'Europe/Berlin', isRecurring: false, date: '2027-01-16' }
  const soon = { wakeupTime: '06:45', timezone: 'Europe/Berlin', isRecurring: false, date: '2027-01-15' }
  for (const schedule of [tomorrow, soon, { ...daily, wakeupTime: '06:50' }]) {
    const { id } = await person.schedule(schedule)
    const at = (await person.get<Schedule[]>('/api/schedule')).body.find((one) => one.id === id)?.nextCallAt ?? ''
    const path = `/api/schedule/${id}`
    const edited = { weekdays: WEEKDAYS, ...schedule, name: 'Work' }
    const saves = {
      'a new one': async () => ({ status: 200 }),
      'an edit': () => person.post(`/api/schedule?id=${id}`, edited),
      'an edit to what it is': () => person.post(`/api/schedule?id=${id}`, edited),
      'a note': () => person.send('PUT', `${path}/note`, { at, text: 'exam at 9' }),
      'a skip': () => person.post(`${path}/skip`, { at, skipped: true }),
      'a skip that is taken back': () => person.post(`${path}/skip`, { at, skipped: false }),
      'a pause': () => person.post(`${path}/toggle`),
      'a resumption': () => person.post(`${path}/toggle`),
    }
    for (const [what, save] of Object.entries(saves)) {
      const { status } = await save()
      expect([what, status, await writes(id)]).toEqual([what, 200, 1])
    }
  }
})

test('SCHED-1 weekdays are stored in the week’s order, and older rows in alphabetical order are shown in it', async () => {
  const { db } = app.services
  const person = await app.person()
  const { id } = await person.schedule({ ...daily, weekdays: ['fri', 'wed', 'sun', 'mon'] })
  const order = ['sun', 'mon', 'wed', 'fri'] as const
  const row = db.selectFrom('schedules').select('weekdays').where('id', '=', Number(id))
  expect((await row.executeTakeFirst())?.weekdays).toEqual(order)
  await db
    .updateTable('schedules')
    .set({ weekdays: [...order].toSorted() })
    .where('id', '=', Number(id))
    .execute()
  expect((await person.get<Schedule[]>('/api/schedule')).body[0]?.weekdays).toEqual(order)
})

test('SCHED-9 only a skipped call can be taken back', async () => {
  const person = await app.person()
  const { id } = await person.schedule({ ...daily, wakeupTime: '09:00' })
  const shown = async () => (await person.get<Schedule[]>('/api/schedule')).body[0]!
  const next = (await shown()).nextCallAt!
  await person.post(`/api/schedule/${id}/skip`, { at: next, skipped: true })
  const dayAfter = (await shown()).nextCallAt!
  const taken = await person.post(`/api/schedule/${id}/skip`, { at: dayAfter, skipped: false })
  expect(taken).toMatchObject({ status: 409, body: { reason: 'not-the-next' } })
  expect(await shown()).toMatchObject({ skippedCallAt: next })
})

test('SCHED-2 a one-time call is previewed only as far ahead as it can be saved', async () => {
  const person = await app.person()
  const preview = (date: string) =>
    person.post('/api/schedule/preview', { ...daily, weekdays: [], isRecurring: false, date })
  expect((await preview('2027-03-01')).status).toBe(200)
  expect((await preview('2029-03-01')).body).toMatchObject({ reason: 'too-far-ahead' })
})
