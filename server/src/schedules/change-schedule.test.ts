import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ unheard: true, now: '2027-01-15T06:20:00+01:00' })
})
afterAll(() => app[Symbol.asyncDispose]())

const daily = { wakeupTime: '06:30', timezone: 'Europe/Berlin' }

test('DASH-10 SCHED-8 SCHED-9 every change of a schedule reaches the open pages of its person', async () => {
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

test('SCHED-9 CALL-2 what was planned for a deleted schedule is cancelled and rings nobody', async () => {
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
