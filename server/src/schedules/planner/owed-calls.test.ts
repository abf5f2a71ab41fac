import type { Notices } from '@reveille/contract/notices'
import type { Schedule } from '@reveille/contract/schedules'
import { describe, expect, test } from 'vitest'
import type { Person } from '../../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../../test/harness/app/start-test-app.ts'

const daily = { wakeupTime: '06:30', timezone: 'Europe/Berlin' }
const once = { ...daily, weekdays: [], isRecurring: false, date: '2027-01-15' }
const FRIDAY = '2027-01-15T05:30:00.000Z'
const SATURDAY = '2027-01-16T05:30:00.000Z'
const NOT_PLACED = "We couldn't place your call on Fri, Jan 15 at 6:30 AM"

/** Somebody whose call of 06:30 came due while no worker was there, since before it was planned or after; the pages work. */
async function owed(schedule: Record<string, unknown>, sinceMinutes: number, goneAt = '05:00') {
  const app = await startTestApp({ unheard: true, now: `2027-01-15T${goneAt}:00+01:00` })
  const person = await app.person()
  const { id } = await person.schedule(schedule)
  await app.restart({ ROLE: 'web' })
  await app.clock.advance({ ms: Date.parse(FRIDAY) + sinceMinutes * 60_000 - app.clock.now() })
  return { app, person, id }
}

const told = async (person: Person) =>
  (await person.get<Notices>('/api/notices')).body.notices.map(({ title }) => title)
const next = async (person: Person) =>
  (await person.get<Schedule[]>('/api/schedule')).body.map(({ nextCallAt }) => nextCallAt)
const stopAll = (person: Person) => person.send('PUT', '/api/account/consents', { calls: false })

async function expectTooLate(person: Person): Promise<void> {
  expect(await person.history()).toMatchObject([{ status: 'failed', callTime: FRIDAY }])
  expect(await told(person)).toContainEqual(expect.stringContaining(NOT_PLACED))
}

/** The workers are there again: nothing more may come of it. */
async function comeBack(app: TestApp, person: Person): Promise<void> {
  const before = await told(person)
  await app.restart({ ROLE: 'all' })
  await app.clock.advance({ minutes: 5 })
  expect(await told(person)).toEqual(before)
}

describe.each([
  ['before it was planned', '05:00'],
  ['after it was planned', '06:15'],
])('a call that was owed since the workers went, %s,', (_since, goneAt) => {
  test('CALL-2 CALL-5 CALL-7 gets its outcome and its words before all calls are stopped', async () => {
    const { app, person } = await owed(daily, 20, goneAt)
    await using _ = app
    await stopAll(person)
    await expectTooLate(person)
    await comeBack(app, person)
  })

  test('CALL-2 CALL-5 SCHED-9 is not the one that a skip means: that is the next that can still come', async () => {
    const { app, person, id } = await owed(daily, 20, goneAt)
    await using _ = app
    expect((await person.post(`/api/schedule/${id}/skip`, { skipped: true })).status).toBe(200)
    await expectTooLate(person)
    expect((await person.get<Schedule[]>('/api/schedule')).body).toMatchObject([
      { skippedCallAt: SATURDAY, nextCallAt: '2027-01-17T05:30:00.000Z' },
    ])
    await comeBack(app, person)
  })

  test.each(['toggle', 'delete'])('CALL-2 CALL-5 SCHED-8 SCHED-9 has its outcome before a %s', async (action) => {
    const { app, person, id } = await owed(daily, 20, goneAt)
    await using _ = app
    if (action === 'toggle') await person.post(`/api/schedule/${id}/toggle`)
    else await person.delete(`/api/schedule/${id}`)
    await expectTooLate(person)
    await comeBack(app, person)
  })
})

test('CALL-2 CALL-7 a call that still could ring does not when all calls are stopped', async () => {
  const { app, person } = await owed(daily, 5)
  await using _ = app
  await stopAll(person)
  const occurrences = await app.services.db.selectFrom('occurrences').select(['due_at', 'outcome']).execute()
  expect(occurrences).toEqual([{ due_at: Date.parse(FRIDAY), outcome: 'cancelled' }])
  await comeBack(app, person)
})

test('CALL-2 CALL-5 SCHED-9 a skip of the very call that was owed is refused, and the call has its outcome', async () => {
  const { app, person, id } = await owed(daily, 20)
  await using _ = app
  expect(await next(person)).toEqual([FRIDAY])
  expect((await person.post(`/api/schedule/${id}/skip`, { at: FRIDAY, skipped: true })).status).toBe(409)
  await expectTooLate(person)
  expect(await next(person)).toEqual([SATURDAY])
  await comeBack(app, person)
})

test('CALL-2 SCHED-9 a call that was owed and still could ring is skipped at once', async () => {
  const { app, person, id } = await owed(daily, 5)
  await using _ = app
  await person.post(`/api/schedule/${id}/skip`, { at: FRIDAY, skipped: true })
  expect(await told(person)).toEqual([]) // a skip is no news to whoever skips
  expect(await next(person)).toEqual([SATURDAY])
  await comeBack(app, person)
})

test.each([
  ['edited', (id: number) => `/api/schedule?id=${id}`, { ...once, date: '2027-01-17' }],
  ['paused', (id: number) => `/api/schedule/${id}/toggle`, {}],
])(
  'CALL-5 SCHED-10 a one-time call that was owed is over when its schedule is %s, in clear words',
  async (_action, path, body) => {
    const { app, person, id } = await owed(once, 20)
    await using _ = app
    const message = 'That one-time call has ended. You can schedule a new one.'
    // Whoever asks once more from an old page hears the same.
    for (let times = 0; times < 2; times++)
      expect(await person.post(path(id), body)).toMatchObject({ status: 409, body: { message } })
    await expectTooLate(person)
    expect((await person.get('/api/schedule')).body).toEqual([])
  },
)
