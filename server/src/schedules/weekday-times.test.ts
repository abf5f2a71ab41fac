import type { CalendarAddress } from '@reveille/contract/accounts'
import type { Call } from '@reveille/contract/calls'
import type { SavedSchedule, Schedule, SchedulePreview } from '@reveille/contract/schedules'
import { expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'

/** Friday noon in Sydney. Monday is the 18th. */
const NOW = '2027-01-15T12:00:00+11:00'
const gym = {
  name: 'Gym',
  wakeupTime: '06:30',
  timezone: 'Australia/Sydney',
  weekdays: ['mon', 'tue', 'wed'],
  times: { tue: '07:15', sun: '09:00' },
}
const list = async (person: Person) => (await person.get<Schedule[]>('/api/schedule')).body

/** Picks up and proves to be up. */
async function getUp(phone: Awaited<ReturnType<TestApp['phone']>>): Promise<void> {
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
}

test('WAKE-23 one schedule rings on Monday at 6:30 and on Tuesday at 7:15', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const saved = await person.schedule(gym)
  expect(saved).toMatchObject({ name: 'Gym', times: { tue: '07:15' }, nextCallAt: '2027-01-17T19:30:00.000Z' })
  await app.clock.advance({ hours: 66, minutes: 30 })
  await getUp(phone)
  expect(await list(person)).toMatchObject([{ nextCallAt: '2027-01-18T20:15:00.000Z' }])
  await app.clock.advance({ hours: 24 })
  expect((await phone.unexpected()).calls).toEqual([])
  await app.clock.advance({ minutes: 45 })
  await getUp(phone)
  expect(await list(person)).toMatchObject([{ nextCallAt: '2027-01-19T19:30:00.000Z' }])
  const history = (await person.get<Call[]>('/api/call/history')).body
  expect(history.map(({ scheduleName }) => scheduleName)).toEqual(['Gym', 'Gym'])
})

test("WAKE-23 the form's preview, the calendar and skips use each weekday's own time", async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const tuesday = { ...gym, weekdays: ['tue'] }
  const { local } = (await person.post<SchedulePreview>('/api/schedule/preview', tuesday)).body
  expect(local).toMatchObject({ date: '2027-01-19', time: '07:15' })
  const { id } = await person.schedule(gym)
  await person.post(`/api/schedule/${id}/skip`, { skipped: true })
  expect(await list(person)).toMatchObject([{ nextCallLocal: { weekday: 'tue', time: '07:15' } }])
  const { calendarUrl } = (await person.post<CalendarAddress>('/api/account/calendar/reset')).body
  const calendar = await (await fetch(calendarUrl)).text()
  expect([...calendar.matchAll(/DTSTART:(.*)/g)].slice(0, 3).map(([, at]) => at)).toEqual([
    '20270118T201500Z',
    '20270119T193000Z',
    '20270124T193000Z',
  ])
  expect(calendar).not.toContain('Gym') // names could reveal something
  const kept = await person.post<SavedSchedule>(`/api/schedule?id=${id}`, { ...gym, times: {} })
  expect(kept.body).toMatchObject({ times: {}, skippedCallAt: '2027-01-17T19:30:00.000Z' })
  const moved = await person.post<SavedSchedule>(`/api/schedule?id=${id}`, { ...gym, times: { mon: '05:00' } })
  expect(moved.body).toMatchObject({ skippedCallAt: null, droppedSkips: [{ weekday: 'mon', time: '06:30' }] })
})

test("SCHED-13 WAKE-23 the form warns of a gap at that weekday's time, not at the usual one", async () => {
  await using app = await startTestApp({ now: '2027-03-26T12:00:00Z' })
  const person = await app.person()
  const sunday = { wakeupTime: '06:30', timezone: 'Europe/Berlin', weekdays: ['sun', 'mon'] }
  const warningOf = async (times: object) =>
    (await person.post<SchedulePreview>('/api/schedule/preview', { ...sunday, times })).body.warning
  expect(await warningOf({ sun: '02:30' })).toBe('gap')
  expect(await warningOf({ sun: '03:30', mon: '02:30' })).toBeNull()
})

test('SCHED-6 WAKE-23 schedules that ring at the same times are duplicates, whatever their names', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  await person.schedule(gym)
  const again = { ...gym, name: 'Work', wakeupTime: '07:15', times: { mon: '06:30', wed: '06:30' } }
  expect(await person.post('/api/schedule', again)).toMatchObject({ status: 400, body: { duplicateSchedule: true } })
  expect(await person.post('/api/schedule', { ...again, times: { mon: '06:30' } })).toMatchObject({ status: 200 })
})

test('SCHED-1 WAKE-23 a name and weekday times survive a change of another option, and are removed when cleared', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const { id } = await person.schedule(gym)
  await person.post('/api/call/progress/firm-offer', { accepted: true })
  expect(await list(person)).toMatchObject([{ name: 'Gym', times: { tue: '07:15' }, proof: 'firm' }])
  await person.post(`/api/schedule?id=${id}`, { ...gym, name: '', times: {} })
  expect(await list(person)).toMatchObject([{ name: null, times: {} }])
  const once = { ...gym, isRecurring: false, date: '2027-01-19' }
  await person.post(`/api/schedule?id=${id}`, once)
  expect(await list(person)).toMatchObject([{ times: {}, nextCallLocal: { date: '2027-01-19', time: '06:30' } }])
})
