import type { Notices } from '@reveille/contract/notices'
import type { Schedule } from '@reveille/contract/schedules'
import { describe, expect, test } from 'vitest'
import type { Sleeper } from '../testing/sleeper.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const berlin = { wakeupTime: '06:30', timezone: 'Europe/Berlin' }
const daily = berlin
const once = { ...berlin, weekdays: [], isRecurring: false, date: '2027-01-15' }

/** The calls were planned by other zone data, by which the next one would ring so much later. */
async function plannedByOldData({ services: { db } }: TestApp, laterMs: number): Promise<void> {
  await db.updateTable('installation').set({ value: 'of old' }).where('key', '=', 'zone-data').execute()
  const { id, next_due_at } = await db.selectFrom('schedules').selectAll().executeTakeFirstOrThrow()
  const moved = new Date(next_due_at!.getTime() + laterMs)
  await db.updateTable('schedules').set({ next_due_at: moved }).where('id', '=', id).execute()
}

const HOUR_MS = 3_600_000

async function toldOf(sleeper: Sleeper): Promise<string[]> {
  return (await sleeper.get<Notices>('/api/notices')).body.notices.map(({ title }) => title)
}

const startAgain = (app: TestApp) => app.restart({ ROLE: 'all' })

/** Somebody with a schedule, and no worker that would plan its calls. */
async function whileNobodyWorks(schedule: Record<string, unknown>): Promise<{ app: TestApp; sleeper: Sleeper }> {
  const app = await startTestApp({ unheard: true, now: '2027-01-15T05:00:00+01:00' })
  const sleeper = await app.sleeper()
  await sleeper.schedule(schedule)
  await app.restart({ ROLE: 'web' })
  return { app, sleeper }
}

describe.each([
  ['a daily schedule', daily],
  ['a one-time schedule', once],
])('a start with new zone data, %s', (_what, schedule) => {
  test('SCHED-13 a call that moves rings at its new instant, and its owner is told', async () => {
    const { app, sleeper } = await whileNobodyWorks(schedule)
    await using _ = app
    await plannedByOldData(app, HOUR_MS)
    await startAgain(app)
    const phone = await app.phone(sleeper.phone)
    const [shown] = (await sleeper.get<Schedule[]>('/api/schedule')).body
    expect(shown?.nextCallAt).toBe('2027-01-15T05:30:00.000Z')
    expect(await toldOf(sleeper)).toEqual([expect.stringContaining('Your next call rings on Fri, Jan 15 at 6:30 AM')])
    await app.clock.advance({ hours: 1, minutes: 30 })
    await (await phone.expectCall()).decline()
  })

  test('CALL-5 a call that was due while nobody worked rings within its ten minutes, and nobody hears of a move', async () => {
    const { app, sleeper } = await whileNobodyWorks(schedule)
    await using _ = app
    await plannedByOldData(app, 0)
    await app.clock.advance({ hours: 1, minutes: 35 })
    await startAgain(app)
    const phone = await app.phone(sleeper.phone)
    await app.clock.advance({ seconds: 10 })
    await (await phone.expectCall()).decline()
    expect(await toldOf(sleeper)).toEqual([])
  })

  test.each([
    ['by both data', 0],
    ['by the new data alone', HOUR_MS],
  ])('CALL-5 a call that is past %s by more than that is failed with words', async (_by, laterMs) => {
    const { app, sleeper } = await whileNobodyWorks(schedule)
    await using _ = app
    await plannedByOldData(app, laterMs)
    await app.clock.advance({ hours: 1, minutes: 45 })
    await startAgain(app)
    await app.clock.advance({ seconds: 10 })
    expect(await sleeper.history()).toMatchObject([{ status: 'failed', callTime: '2027-01-15T05:30:00.000Z' }])
    expect(await toldOf(sleeper)).toContainEqual(expect.stringContaining('We could not place your call on Fri, Jan 15'))
  })
})
