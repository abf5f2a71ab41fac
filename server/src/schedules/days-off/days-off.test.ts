import type { CalendarAddress } from '@reveille/contract/accounts'
import type { DaysOff } from '@reveille/contract/days-off'
import type { Schedule, SchedulePreview } from '@reveille/contract/schedules'
import { MOST_DAYS_OFF } from '@reveille/core/schedules/days-off'
import { addDays } from '@reveille/core/time/calendar'
import { expect, test } from 'vitest'
import type { Person } from '../../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../../test/harness/app/start-test-app.ts'

const daily = {
  wakeupTime: '06:30',
  timezone: 'Europe/Berlin',
  weekdays: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
}
const once = { ...daily, weekdays: [], isRecurring: false, date: '2027-01-16' }
/** A Friday. */
const at = (time: string) => `2027-01-15T${time}+01:00`
const FRIDAY = { from: '2027-01-15', to: '2027-01-15' }

const list = async (person: Person) => (await person.get<Schedule[]>('/api/schedule')).body
const take = (person: Person, daysOff: object) => person.post<{ daysOff: DaysOff }>('/api/days-off', daysOff)

/** Picks up and proves to be up. */
async function getUp(phone: Awaited<ReturnType<TestApp['phone']>>): Promise<void> {
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
}

test('WAKE-24 nothing rings from the first to the last day off, but the days before and after ring', async () => {
  await using app = await startTestApp({ now: at('06:00:00') })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule(daily)
  const taken = await take(person, { from: '2027-01-16', to: '2027-01-17', name: ' Away ' })
  expect(taken.body.daysOff).toMatchObject({ scheduleId: null, name: 'Away', from: '2027-01-16', to: '2027-01-17' })
  const { calendarUrl } = (await person.post<CalendarAddress>('/api/account/calendar/reset')).body
  await app.clock.advance({ minutes: 30 })
  await getUp(phone)
  const again = '2027-01-18T05:30:00.000Z'
  expect(await list(person)).toMatchObject([{ isActive: true, nextCallAt: again, offUntil: '2027-01-17' }])
  expect(/DTSTART:(.*)/.exec(await (await fetch(calendarUrl)).text())?.[1]).toBe('20270118T053000Z')
  await app.clock.advance({ hours: 71, minutes: 59 })
  expect((await phone.unexpected()).calls).toEqual([])
  await app.clock.advance({ minutes: 1 })
  await getUp(phone)
  expect(await list(person)).toMatchObject([{ offUntil: null }])
})

/** People whose phones are due to ring at 6:30. */
async function sleepers(app: TestApp, count: number) {
  const people = []
  for (let n = 0; n < count; n++) {
    const person = await app.person()
    await person.schedule(daily)
    people.push({ person, phone: await app.phone(person.phone) })
  }
  return people
}

test('WAKE-24 SCHED-8 I19 days off stop a call until its last seconds, removing them in time brings it back, but never late', async () => {
  await using app = await startTestApp({ now: at('06:15:00') })
  const people = await sleepers(app, 4)
  const left = [600, 600, 30, 4]
  const ids: number[] = []
  for (const [index, { person }] of people.entries()) {
    await app.clock.advance({ seconds: (left[index - 1] ?? 900) - left[index]! })
    ids.push((await take(person, FRIDAY)).body.daysOff.id)
    expect(await list(person)).toMatchObject([{ nextCallAt: '2027-01-16T05:30:00.000Z', offUntil: '2027-01-15' }])
  }
  const [late, ...inTime] = people
  await app.clock.advance({ seconds: 2 })
  for (const [index, { person }] of inTime.entries()) await person.delete(`/api/days-off/${ids[index + 1]}`)
  await app.clock.advance({ seconds: 2, ms: 9 }) // each call has its own slot
  for (const { phone } of inTime) await getUp(phone)
  await app.clock.advance({ minutes: 1 })
  await late!.person.delete(`/api/days-off/${ids[0]}`)
  await app.clock.advance({ hours: 1 })
  expect((await late!.phone.unexpected()).calls).toEqual([])
})

test("WAKE-24 days off don't stop a call being placed, which answers 409, or a morning in progress", async () => {
  await using app = await startTestApp({ now: at('06:15:00') })
  const [placing, begun] = await sleepers(app, 2)
  await app.clock.advance({ minutes: 14, ms: 59_700 })
  expect(await take(placing!.person, FRIDAY)).toMatchObject({ status: 409, body: { reason: 'being-placed' } })
  expect(await take(placing!.person, { from: '2027-01-16', to: '2027-01-16' })).toMatchObject({ status: 200 })
  await app.clock.advance({ ms: 309 }) // each call has its own slot
  await getUp(placing!.phone)
  expect((await placing!.person.get<DaysOff[]>('/api/days-off')).body).toHaveLength(1)
  await (await begun!.phone.expectCall()).decline()
  expect(await take(begun!.person, { ...FRIDAY, to: '2027-01-20' })).toMatchObject({ status: 200 })
  await app.clock.advance({ minutes: 2 })
  await getUp(begun!.phone)
})

test("WAKE-24 one schedule's days off leave the others alone, and nobody can set or remove somebody else's", async () => {
  await using app = await startTestApp({ now: at('12:00:00') })
  const person = await app.person()
  const gym = await person.schedule(daily)
  await person.schedule({ ...daily, wakeupTime: '08:00' })
  const { id } = (await take(person, { scheduleId: gym.id, from: '2027-01-15', to: '2027-01-20' })).body.daysOff
  expect(await list(person)).toMatchObject([
    { wakeupTime: '06:30', nextCallLocal: { date: '2027-01-21' } },
    { wakeupTime: '08:00', nextCallLocal: { date: '2027-01-16' } },
  ])
  const stranger = await app.person()
  await stranger.schedule(daily)
  expect(await take(stranger, { scheduleId: gym.id, from: '2027-01-15', to: '2027-01-20' })).toMatchObject({
    status: 404,
  })
  expect(await stranger.delete(`/api/days-off/${id}`)).toMatchObject({
    status: 404,
    body: { message: 'Those days off are already gone.' },
  })
  expect((await stranger.get('/api/days-off')).body).toEqual([])
  await person.delete(`/api/schedule/${gym.id}`)
  expect((await person.get('/api/days-off')).body).toEqual([])
})

test("WAKE-24 SCHED-10 a one-time call on a day off never rings, can't be created, and leaves the list after its time", async () => {
  await using app = await startTestApp({ now: at('12:00:00') })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule(once)
  await take(person, { from: '2027-01-15', to: '2027-01-16' })
  expect(await list(person)).toMatchObject([{ nextCallAt: null, offUntil: '2027-01-16' }])
  const preview = (await person.post<SchedulePreview>('/api/schedule/preview', { ...once, wakeupTime: '07:00' })).body
  expect(preview).toMatchObject({ nextCallAt: null, offUntil: '2027-01-16' })
  expect(await person.post('/api/schedule', { ...once, wakeupTime: '07:00' })).toMatchObject({
    status: 400,
    body: { reason: 'day-off' },
  })
  await app.clock.advance({ hours: 19 })
  expect((await phone.unexpected()).calls).toEqual([])
  expect(await list(person)).toEqual([])
})

test('WAKE-24 a new schedule starts after the general days off, and an edited one keeps them', async () => {
  await using app = await startTestApp({ now: at('12:00:00') })
  const person = await app.person()
  await take(person, { from: '2027-01-16', to: '2027-01-18' })
  const { id, nextCallLocal } = await person.schedule(daily)
  expect(nextCallLocal).toMatchObject({ date: '2027-01-19' })
  await person.post(`/api/schedule?id=${id}`, { ...daily, wakeupTime: '07:00' })
  await person.post('/api/call/progress/firm-offer', { accepted: true })
  await person.post(`/api/schedule/${id}/toggle`)
  await person.post(`/api/schedule/${id}/toggle`)
  expect(await list(person)).toMatchObject([{ proof: 'firm', nextCallLocal: { date: '2027-01-19', time: '07:00' } }])
})

test('WAKE-24 impossible days off are refused with a message', async () => {
  await using app = await startTestApp({ now: at('12:00:00') })
  const person = await app.person()
  await person.schedule(daily)
  const messageOf = async (daysOff: object) =>
    (await person.post<{ message: string }>('/api/days-off', daysOff)).body.message
  expect(await messageOf({ from: '2027-01-20' })).toBe('Please select the last day.')
  expect(await messageOf({ from: '2027-02-30', to: '2027-03-01' })).toBe('Please select the first day.')
  expect(await messageOf({ from: '2027-01-20', to: '2027-01-19' })).toBe('The last day comes before the first.')
  expect(await messageOf({ from: '2027-01-20', to: '2028-01-21' })).toBe('Please select at most 366 days.')
  expect(await messageOf({ from: '2027-01-01', to: '2027-01-14' })).toMatch('Those days have passed.')
  expect(await messageOf({ from: '2029-01-15', to: '2029-01-15' })).toMatch('more than two years away')
  for (let n = 0; n < MOST_DAYS_OFF; n++) await take(person, { from: '2027-02-01', to: addDays('2027-02-01', n) })
  expect(await messageOf({ from: '2027-02-02', to: '2027-02-02' })).toMatch(`up to ${MOST_DAYS_OFF}`)
})

test("WAKE-24 the same days off twice, as after a lost answer, are one entry; another name's, a schedule's and another person's are their own", async () => {
  await using app = await startTestApp({ now: at('12:00:00') })
  const [person, stranger] = [await app.person(), await app.person()]
  const { id: scheduleId } = await person.schedule(daily)
  const range = { from: '2027-01-16', to: '2027-01-18' }
  const twice = await Promise.all([take(person, { ...range, name: '' }), take(person, { ...range, name: '' })])
  const [one, again] = twice.map(({ body }) => body.daysOff)
  expect(again).toEqual(one)
  const named = (await take(person, { ...range, name: 'Away' })).body.daysOff
  expect((await take(person, { ...range, name: 'Away' })).body.daysOff).toEqual(named)
  await person.delete(`/api/days-off/${named.id}`)
  const others = [
    { body: { daysOff: named } },
    await take(person, { ...range, scheduleId }),
    await take(stranger, range),
  ]
  for (const { body } of others) expect(body.daysOff.id).not.toBe(one!.id)
  await person.delete(`/api/days-off/${one!.id}`)
  expect((await person.get('/api/days-off')).body).toMatchObject([{ scheduleId }])
})

test('WAKE-24 days off have passed only when they are over in every zone of the schedules', async () => {
  await using app = await startTestApp({ now: at('01:00:00') })
  const person = await app.person()
  for (const timezone of ['Pacific/Auckland', 'Pacific/Honolulu']) await person.schedule({ ...daily, timezone })
  // It's the 15th in Auckland and in UTC, but still the 14th in Honolulu.
  const statusOf = async (day: string) => (await take(person, { from: day, to: day })).status
  expect([await statusOf('2027-01-13'), await statusOf('2027-01-14')]).toEqual([400, 200])
})

test('WAKE-24 days off leave the list when they are over in every zone of their schedules, so Undo of a removal works', async () => {
  await using app = await startTestApp({ now: at('12:00:00') })
  const person = await app.person()
  const berlin = await person.schedule(daily)
  await person.schedule({ ...daily, timezone: 'Europe/London' })
  await take(person, { ...FRIDAY, scheduleId: berlin.id })
  await take(person, FRIDAY)
  const listed = async () => (await person.get<DaysOff[]>('/api/days-off')).body
  const zoned = async () => (await listed()).map(({ scheduleId }) => scheduleId)
  await app.clock.advance({ hours: 11, minutes: 59 })
  for (const { id, ...removed } of await listed()) {
    await person.delete(`/api/days-off/${id}`)
    expect((await take(person, removed)).status).toBe(200)
  }
  expect(await zoned()).toEqual([berlin.id, null])
  await app.clock.advance({ minutes: 1 }) // midnight in Berlin
  expect(await zoned()).toEqual([null])
  await app.clock.advance({ hours: 1 })
  expect(await zoned()).toEqual([])
})
