import type { Notices } from '@reveille/contract/notices'
import type { Schedule } from '@reveille/contract/schedules'
import { expect, test } from 'vitest'
import type { Person } from '../../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../../test/harness/app/start-test-app.ts'

const daily = { wakeupTime: '06:30', timezone: 'Europe/Berlin' }
const once = { ...daily, weekdays: [], isRecurring: false, date: '2027-01-15' }
const FRIDAY = '2027-01-15T05:30:00.000Z'
const SATURDAY = '2027-01-16T05:30:00.000Z'
const NOT_PLACED = "We couldn't place your call on Fri, Jan 15 at 6:30 AM"

type Owed = { person: Person; id: number }

/**
 * People whose calls of 06:30 came due while no worker ran, one for each schedule. `goneAt` is before or after the
 * calls were planned. The web role runs.
 */
async function owed<S extends Record<string, unknown>[]>(schedules: [...S], sinceMinutes: number, goneAt = '05:00') {
  const app = await startTestApp({ now: `2027-01-15T${goneAt}:00+01:00` })
  const people: Owed[] = []
  for (const schedule of schedules) {
    const person = await app.person()
    people.push({ person, id: (await person.schedule(schedule)).id })
  }
  await app.restart({ ROLE: 'web' })
  await app.clock.advance({ ms: Date.parse(FRIDAY) + sinceMinutes * 60_000 - app.clock.now() })
  return { app, people: people as { [K in keyof S]: Owed } }
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

/** Brings the workers back and checks that nothing more is reported. */
async function comeBack(app: TestApp, people: readonly Owed[]): Promise<void> {
  const titles = () => Promise.all(people.map(({ person }) => told(person)))
  const before = await titles()
  await app.restart({ ROLE: 'all' })
  await app.clock.advance({ minutes: 5 })
  expect(await titles()).toEqual(before)
}

const isOver = { status: 409, body: { message: 'That one-time call has ended. You can schedule a new one.' } }

test.each([
  ['before it was planned', '05:00'],
  ['after it was planned', '06:15'],
])(
  'CALL-2 CALL-5 CALL-7 SCHED-8 SCHED-9 SCHED-10 a call missed because workers stopped %s fails, and says so, before any other change',
  async (_since, goneAt) => {
    const { app, people } = await owed([daily, daily, daily, daily, daily, once, once], 20, goneAt)
    await using _ = app
    const [stops, skips, skipsThis, pauses, deletes, edits, pausesOnce] = people
    await stopAll(stops.person)
    // A skip means the next call that can still ring.
    expect((await skips.person.post(`/api/schedule/${skips.id}/skip`, { skipped: true })).status).toBe(200)
    expect((await skips.person.get<Schedule[]>('/api/schedule')).body).toMatchObject([
      { skippedCallAt: SATURDAY, nextCallAt: '2027-01-17T05:30:00.000Z' },
    ])
    expect(await next(skipsThis.person)).toEqual([FRIDAY])
    const thisOne = { at: FRIDAY, skipped: true }
    expect((await skipsThis.person.post(`/api/schedule/${skipsThis.id}/skip`, thisOne)).status).toBe(409)
    expect(await next(skipsThis.person)).toEqual([SATURDAY])
    await pauses.person.post(`/api/schedule/${pauses.id}/toggle`)
    await deletes.person.delete(`/api/schedule/${deletes.id}`)
    // A stale page that asks again gets the same answer.
    for (let times = 0; times < 2; times++) {
      const later = { ...once, date: '2027-01-17' }
      expect(await edits.person.post(`/api/schedule?id=${edits.id}`, later)).toMatchObject(isOver)
      expect(await pausesOnce.person.post(`/api/schedule/${pausesOnce.id}/toggle`)).toMatchObject(isOver)
    }
    for (const { person } of [edits, pausesOnce]) expect((await person.get('/api/schedule')).body).toEqual([])
    for (const { person } of people) await expectTooLate(person)
    await comeBack(app, [stops, skips, skipsThis, pauses, deletes])
  },
)

test('CALL-2 CALL-7 SCHED-9 stopping all calls, or a skip, stops a call that could still ring', async () => {
  const { app, people } = await owed([daily, daily], 5)
  await using _ = app
  const [stops, skips] = people
  await stopAll(stops.person)
  await skips.person.post(`/api/schedule/${skips.id}/skip`, { at: FRIDAY, skipped: true })
  const occurrences = app.services.db.selectFrom('occurrences').select(['due_at', 'outcome']).orderBy('user_id')
  expect(await occurrences.execute()).toEqual([
    { due_at: Date.parse(FRIDAY), outcome: 'cancelled' },
    { due_at: Date.parse(FRIDAY), outcome: 'skipped' },
  ])
  expect(await told(skips.person)).toEqual([]) // one's own skip isn't reported
  expect(await next(skips.person)).toEqual([SATURDAY])
  await comeBack(app, people)
})
