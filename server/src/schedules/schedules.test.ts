import type { Schedule } from '@reveille/contract/schedules'
import { faults } from '@reveille/exchange/testing/handset'
import { afterAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'

const BERLIN = 'Europe/Berlin'
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const daily = { wakeupTime: '06:30', timezone: BERLIN, weekdays: DAYS }

/** A Friday, ten minutes before the call. */
const at = (time: string) => `2027-01-15T${time}+01:00`

test('SCHED-8 I19 a pause one second before stops the call, an undone one lets it ring, and resuming never makes up for a past call', async () => {
  await using app = await startTestApp({ now: at('05:00:00') })
  const sleeper = async () => {
    const person = await app.person()
    const { id } = await person.schedule(daily)
    return {
      person,
      phone: await app.phone(person.phone),
      toggle: async () => (await person.post(`/api/schedule/${id}/toggle`)).body,
    }
  }
  const [early, late, undone] = [await sleeper(), await sleeper(), await sleeper()]
  await early.toggle()
  await app.clock.advance({ hours: 1, minutes: 29, seconds: 30 })
  await undone.toggle()
  await undone.toggle()
  await app.clock.advance({ seconds: 29 })
  expect(await late.toggle()).toEqual({ action: 'paused', message: 'Schedule paused', version: 2 })
  await app.clock.advance({ seconds: 1, ms: 9 }) // its slot may come after the other's
  const call = await undone.phone.expectCall()
  await call.pickUp()
  await call.press('1')
  await app.clock.advance({ minutes: 2 })
  await early.toggle()
  expect(await late.toggle()).toEqual({ action: 'resumed', message: 'Schedule resumed', version: 3 })
  await app.clock.advance({ minutes: 30 })
  for (const { person, phone } of [early, late]) {
    expect((await phone.unexpected()).calls).toEqual([])
    expect((await person.get('/api/schedule')).body).toMatchObject([{ nextCallAt: '2027-01-16T05:30:00.000Z' }])
  }
})

test('SCHED-12 NEXT-1 an active schedule shows no next call when its number has stopped calls', async () => {
  await using app = await startTestApp({ now: at('06:00:00') })
  const person = await app.person()
  const wanted = await person.schedule(daily)
  expect(wanted.nextCallAt).toBe('2027-01-15T05:30:00.000Z')
  const stopped = { phone: person.phone, kind: 'calls' as const, opted_out_at: new Date(app.clock.now()) }
  await app.services.db.insertInto('opt_outs').values(stopped).execute()
  const { body } = await person.get<Schedule[]>('/api/schedule')
  expect(body).toMatchObject([{ isActive: true, nextCallAt: null, nextCallLocal: null }])
})

test('SCHED-9 skipping skips exactly the next call, and can be undone until it is due', async () => {
  await using app = await startTestApp({ now: at('06:15:00') })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const { id, nextCallAt } = await person.schedule(daily)
  const skipped = await person.post<{ schedule: Schedule }>(`/api/schedule/${id}/skip`, {
    at: nextCallAt,
    skipped: true,
  })
  expect(skipped.body.schedule).toMatchObject({ skippedCallAt: nextCallAt, nextCallAt: '2027-01-16T05:30:00.000Z' })
  const stale = await person.post(`/api/schedule/${id}/skip`, { at: '2027-01-20T05:30:00.000Z', skipped: true })
  expect(stale.status).toBe(409)
  await app.clock.advance({ minutes: 14, seconds: 50 })
  expect((await person.post(`/api/schedule/${id}/skip`, { at: nextCallAt, skipped: false })).status).toBe(200)
  await app.clock.advance({ seconds: 10 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')

  await person.post(`/api/schedule/${id}/skip`)
  await app.clock.advance({ hours: 24 })
  expect((await phone.unexpected()).calls).toEqual([])
  await app.clock.advance({ hours: 24 })
  await (await phone.expectCall()).pickUp()
})

test('SCHED-9 I6 a second skip adds to the first', async () => {
  await using app = await startTestApp({ now: at('12:00:00') })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const { id, nextCallAt } = await person.schedule(daily)
  const second = '2027-01-17T05:30:00.000Z'
  await person.post(`/api/schedule/${id}/skip`, { at: nextCallAt, skipped: true })
  await person.post(`/api/schedule/${id}/skip`, { at: second, skipped: true })
  const [schedule] = (await person.get<Schedule[]>('/api/schedule')).body
  expect(schedule).toMatchObject({ skippedCallAt: nextCallAt, nextCallAt: '2027-01-18T05:30:00.000Z' })
  await app.clock.advance({ hours: 42, minutes: 30 })
  expect((await phone.unexpected()).calls).toEqual([])
  await app.clock.advance({ hours: 24 })
  await (await phone.expectCall()).pickUp()
})

test('SCHED-9 SCHED-10 a one-time call waiting for its slot can be skipped, which ends its schedule', async () => {
  await using app = await startTestApp({ now: at('06:15:00'), settings: { CALLS_PER_SECOND: '0.05' } })
  const [ahead, waiting] = [await app.person(), await app.person()]
  const [first, second] = [await app.phone(ahead.phone), await app.phone(waiting.phone)]
  await ahead.schedule(daily)
  const once = { timezone: BERLIN, isRecurring: false, weekdays: [], date: '2027-01-15', wakeupTime: '06:30' }
  const { id, nextCallAt } = await waiting.schedule(once)
  await app.clock.advance({ minutes: 15 })
  await (await first.expectCall()).pickUp()
  const skipped = await waiting.post(`/api/schedule/${id}/skip`, { at: nextCallAt, skipped: true })
  expect(skipped).toMatchObject({ status: 200, body: { message: 'Next call skipped', schedule: null } })
  expect((await waiting.get('/api/schedule')).body).toEqual([])
  await app.clock.advance({ minutes: 5 })
  expect((await second.unexpected()).calls).toEqual([])
})

test('SCHED-10 I13 a one-time call that waits for the carrier after its second can no longer be moved, and rings once', async () => {
  await using app = await startTestApp({ now: at('06:29:00') })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const once = { ...daily, weekdays: [], isRecurring: false, date: '2027-01-15' }
  const { id } = await person.schedule(once)
  await faults(app.sandbox.url).add({ fault: 'too-many-requests', times: null })
  await app.clock.advance({ minutes: 1, seconds: 4 })
  const moved = await person.post(`/api/schedule?id=${id}`, { ...once, wakeupTime: '06:40' })
  expect(moved).toMatchObject({ status: 400, body: { reason: 'under-way' } })
  await faults(app.sandbox.url).clear()
  await app.clock.advance({ minutes: 1 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  await app.clock.advance({ minutes: 15 })
  expect((await phone.unexpected()).calls).toEqual([])
})

test('SCHED-5 SCHED-6 S28 the limit of three and the duplicate check hold under twenty concurrent requests', async () => {
  await using app = await startTestApp({ now: at('06:00:00') })
  const [many, same] = [await app.person(), await app.person()]
  const tries = Array.from({ length: 20 }, (_, i) => i)
  const created = await Promise.all(
    tries.map((i) => many.post<Record<string, unknown>>('/api/schedule', { ...daily, wakeupTime: `07:${10 + i}` })),
  )
  expect(created.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(created.find(({ status }) => status === 400)?.body).toMatchObject({
    maxSchedulesReached: true,
    message: 'You can only have up to 3 schedules. Please delete an existing one first.',
  })
  const doubled = await Promise.all(
    tries.map((i) => same.post<Record<string, unknown>>('/api/schedule', { ...daily, callRetry: i % 2 === 0 })),
  )
  expect(doubled.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(doubled.find(({ status }) => status === 400)?.body).toMatchObject({
    duplicateSchedule: true,
    message: 'You already have a schedule with the same time and settings.',
  })
})

test.each([
  ['an unknown zone', { timezone: 'Mars/Olympus' }, 'Please select a time zone from the list.'],
  [
    'an invalid date',
    { isRecurring: false, date: '2027-02-30' },
    "That date doesn't exist in this time zone. Please choose another one.",
  ],
  [
    'a time in the past',
    { isRecurring: false, date: '2027-01-14' },
    'That time has passed. Please choose a later one.',
  ],
])('SCHED-2 SCHED-7 %s is refused with a message and changes nothing', async (_case, fields, message) => {
  const person = await (await refusing()).person()
  const answer = await person.post<Record<string, unknown>>('/api/schedule', { ...daily, ...fields })
  expect([answer.status, answer.body['message']]).toEqual([400, message])
  expect((await person.get('/api/schedule')).body).toEqual([])
})

test('SCHED-11 SCHED-12 calls canceled for missing preferences ring again once there are some', async () => {
  await using app = await startTestApp({ now: at('06:15:00') })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule(daily)
  // No screen deletes preferences, but an operator may.
  const preferences = app.services.db.deleteFrom('personalizations').where('user_id', '=', person.userId)
  await preferences.execute()
  await app.clock.advance({ minutes: 15 })
  expect((await phone.unexpected()).calls).toEqual([])
  await person.post('/api/user/personalization', { goals: ['study'], struggles: ['tired'], voice: 'lily' })
  await app.clock.advance({ minutes: 20 })
  expect((await phone.unexpected()).calls).toEqual([])
  await preferences.execute()
  await app.clock.advance({ hours: 23, minutes: 35 })
  await person.post('/api/user/personalization', { goals: ['study'], struggles: ['tired'], voice: 'lily' })
  await app.clock.advance({ minutes: 5 })
  await (await phone.expectCall()).pickUp()
})

test("SCHED-2 a date can be two years ahead, by the call's zone, and not one day more", async () => {
  await using app = await startTestApp({ now: '2027-01-15T23:59:00Z' })
  const person = await app.person()
  const save = (date: string, timezone: string) =>
    person.post<{ reason?: string }>('/api/schedule', { wakeupTime: '06:30', timezone, isRecurring: false, date })
  // It's still the 15th in Honolulu, and already the 16th in Auckland.
  for (const [zone, last, next] of [
    ['Pacific/Honolulu', '2029-01-14', '2029-01-15'],
    ['Pacific/Auckland', '2029-01-15', '2029-01-16'],
  ] as const) {
    expect((await save(next, zone)).body.reason).toBe('too-far-ahead')
    expect((await save(last, zone)).status).toBe(200)
  }
})

test('I14 SCHED-8 editing while a call waits for its slot loses no call, and a pause then still stops one', async () => {
  await using app = await startTestApp({ now: at('06:15:00'), settings: { CALLS_PER_SECOND: '0.05' } })
  const [ahead, editing, pausing] = [await app.person(), await app.person(), await app.person()]
  const [first, second, third] = await Promise.all([ahead, editing, pausing].map(({ phone }) => app.phone(phone)))
  await ahead.schedule(daily)
  const edited = await editing.schedule(daily)
  const paused = await pausing.schedule(daily)
  await app.clock.advance({ minutes: 15 })
  await (await first!.expectCall()).decline()
  expect((await editing.post(`/api/schedule?id=${edited.id}`, { ...daily, wakeupTime: '07:30' })).status).toBe(200)
  await pausing.post(`/api/schedule/${paused.id}/toggle`)
  await app.clock.advance({ minutes: 1 })
  await (await second!.expectCall()).decline()
  expect((await third!.unexpected()).calls).toEqual([])
})

let shared: Promise<TestApp> | undefined

/** One app for all refusals, since it accepts nothing. */
function refusing(): Promise<TestApp> {
  return (shared ??= startTestApp({ now: at('12:00:00') }))
}

afterAll(async () => (await shared)?.[Symbol.asyncDispose]())
