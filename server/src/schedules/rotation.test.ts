import type { CalendarAddress } from '@reveille/contract/accounts'
import type { Notices } from '@reveille/contract/notices'
import type { SavedSchedule, Schedule, SchedulePreview, Week } from '@reveille/contract/schedules'
import { expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { SCHEDULE_FIELDS } from '../../test/harness/app/schedule-fields.ts'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { readPersonalData } from '../accounts/export/export-contents.sql.ts'

/** Friday noon in Berlin. */
const NOW = '2027-01-15T12:00:00+01:00'
const cycle = { firstDate: '2027-01-15', times: ['05:10', '13:10', '21:10', null] }
const nurse = { name: 'Ward', wakeupTime: '05:10', timezone: 'Europe/Berlin', weekdays: [], cycle }
const list = async (person: Person) => (await person.get<Schedule[]>('/api/schedule')).body
const utc = (...times: string[]) => times.map((time) => `2027-${time}:00.000Z`)

async function pickUp(phone: Awaited<ReturnType<Awaited<ReturnType<typeof startTestApp>>['phone']>>): Promise<void> {
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
}

test('SHIFT-1 SHIFT-2 a rotation rings on its days at their times, not on free ones, and the API returns it as saved', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const saved = await person.schedule(nurse)
  const [at] = utc('01-16T12:10')
  expect(saved).toMatchObject({
    cycle,
    weekdays: [],
    times: {},
    isRecurring: true,
    wakeupTime: '13:10',
    nextCallAt: at,
  })
  expect(Object.keys(saved).toSorted()).toEqual([...SCHEDULE_FIELDS, 'cycle'].toSorted())
  await app.clock.advance({ hours: 25, minutes: 10 })
  await pickUp(phone)
  expect(await list(person)).toMatchObject([{ wakeupTime: '21:10', nextCallAt: utc('01-17T20:10')[0] }])
  await app.clock.advance({ hours: 32 })
  await pickUp(phone)
  // The 18th is free.
  await app.clock.advance({ hours: 31, minutes: 59 })
  expect((await phone.unexpected()).calls).toEqual([])
  await app.clock.advance({ minutes: 1 })
  await pickUp(phone)
  expect(await list(person)).toMatchObject([{ cycle, wakeupTime: '13:10', nextCallAt: utc('01-20T12:10')[0] }])
})

test("SHIFT-2 weekly and one-time schedules have no cycle, in the API's answer and in the table", async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const weekly = { wakeupTime: '06:30', timezone: 'Europe/Berlin', weekdays: ['mon', 'tue'], times: { tue: '07:15' } }
  const { id } = await person.schedule({ ...weekly, cycle: null })
  await person.schedule({ ...weekly, weekdays: [], times: {}, isRecurring: false, date: '2027-01-20' })
  for (const one of await list(person)) expect(Object.keys(one).toSorted()).toEqual(SCHEDULE_FIELDS)
  const rows = () => app.services.db.selectFrom('schedules').selectAll().orderBy('id').execute()
  expect(await rows()).toMatchObject([
    { weekdays: ['mon', 'tue'], cycle: null },
    { weekdays: [], cycle: null },
  ])
  // And back again, when it no longer rotates.
  await person.post(`/api/schedule?id=${id}`, nurse)
  expect(await rows()).toMatchObject([{ cycle, weekday_times: {} }, { cycle: null }])
  await person.post(`/api/schedule?id=${id}`, weekly)
  expect(await rows()).toMatchObject([{ weekdays: ['mon', 'tue'], weekday_times: { tue: '07:15' }, cycle: null }, {}])
})

test('SHIFT-2 the preview lists the next six calls, without skipped ones and days off', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const { id } = await person.schedule(nurse)
  await person.post(`/api/schedule/${id}/skip`, { skipped: true })
  await person.post('/api/days-off', { from: '2027-01-20', to: '2027-01-21' })
  const { body } = await person.post<SchedulePreview>(`/api/schedule/preview?id=${id}`, nurse)
  expect(body.nextCalls!.map(({ date, time }) => `${date} ${time}`)).toEqual([
    '2027-01-17 21:10',
    '2027-01-19 05:10',
    '2027-01-23 05:10',
    '2027-01-24 13:10',
    '2027-01-25 21:10',
    '2027-01-27 05:10',
  ])
  expect(body).toMatchObject({ local: body.nextCalls![0], keptSkips: [{ date: '2027-01-16', time: '13:10' }] })
  const weekly = await person.post<SchedulePreview>('/api/schedule/preview', {
    ...nurse,
    weekdays: ['mon'],
    cycle: null,
  })
  expect(weekly.body).not.toHaveProperty('nextCalls')
})

test('SHIFT-3 the week and the calendar list the calls of a rotation one by one', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  await person.schedule(nurse)
  const week = (await person.get<Week>('/api/schedule/week')).body
  expect(week.map(({ calls }) => calls.map(({ time }) => time))).toEqual([
    [],
    ['13:10'],
    ['21:10'],
    [],
    ['05:10'],
    ['13:10'],
    ['21:10'],
  ])
  const { calendarUrl } = (await person.post<CalendarAddress>('/api/account/calendar/reset')).body
  const calendar = await (await fetch(calendarUrl)).text()
  const starts = [...calendar.matchAll(/DTSTART:(.*)/g)].map(([, at]) => at)
  expect(starts.slice(0, 4)).toEqual(['20270116T121000Z', '20270117T201000Z', '20270119T041000Z', '20270120T121000Z'])
  expect(starts).toHaveLength(45) // three of four days, for 60 days
  expect(calendar).not.toContain('RRULE')
})

test("SHIFT-3 the person's archive describes a rotation in words, and no other schedule", async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  await person.schedule(nurse)
  await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  const read = await readPersonalData(app.services.db, { userId: person.userId, addresses: [] })
  const rows = read.find(({ table }) => table === 'schedules')!.rows as Record<string, unknown>[]
  expect(rows.map((row) => row['in_words'])).toEqual(['4-day rotation: 5:10 AM, 1:10 PM, 9:10 PM, free', undefined])
})

test('SHIFT-1 an edit keeps the skip of a call that the new rotation has, and says which one it drops', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const { id } = await person.schedule(nurse)
  await person.post(`/api/schedule/${id}/skip`, { skipped: true })
  const [skipped] = utc('01-16T12:10')
  const edit = async (fields: object) =>
    (await person.post<SavedSchedule>(`/api/schedule?id=${id}`, { ...nurse, ...fields })).body
  const longer = { firstDate: '2027-01-16', times: ['13:10', null, null, null, null] }
  expect(await edit({ cycle: longer })).toMatchObject({ cycle: longer, skippedCallAt: skipped })
  // A traveler's calls keep their days and times.
  const moved = await edit({ cycle: longer, timezone: 'Asia/Tokyo' })
  expect(moved).toMatchObject({
    cycle: longer,
    skippedCallAt: null,
    droppedSkips: [{ date: '2027-01-16', time: '13:10' }],
    nextCallLocal: { date: '2027-01-16', time: '13:10' },
  })
})

test('SCHED-6 SHIFT-1 a rotation that rings alike is a duplicate, of a weekly schedule too', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  await person.schedule(nurse)
  const shifted = { firstDate: '2027-01-12', times: ['13:10', '21:10', null, '05:10'] }
  const again = await person.post('/api/schedule', { ...nurse, name: 'Again', cycle: shifted })
  expect(again).toMatchObject({ status: 400, body: { reason: 'schedule-duplicate' } })
  expect(
    await person.post('/api/schedule', { ...nurse, cycle: { ...shifted, firstDate: '2027-01-13' } }),
  ).toMatchObject({
    status: 200,
  })
  await person.schedule({ ...nurse, cycle: null, weekdays: ['fri'] })
  const fridays = { firstDate: '2027-01-15', times: ['05:10', null, null, null, null, null, null] }
  const [first] = await list(person)
  const asWeekly = await person.post(`/api/schedule?id=${first!.id}`, { ...nurse, cycle: fridays })
  expect(asWeekly).toMatchObject({ status: 400, body: { reason: 'schedule-duplicate' } })
})

test('SHIFT-3 the evening before a clock change, and before the first call after days off, bell and mail name the call', async () => {
  await using app = await startTestApp({ now: '2027-03-25T12:00:00Z' })
  const [clocks, away] = [await app.person(), await app.person()]
  const onSunday = { firstDate: '2027-03-28', times: ['05:10', null, null, null, null] }
  const { id } = await clocks.schedule({ ...nurse, cycle: onSunday })
  await away.schedule({ ...nurse, cycle: { firstDate: '2027-03-29', times: ['05:10', null, null, null] } })
  await away.post('/api/days-off', { from: '2027-03-25', to: '2027-03-28' })
  const titles = async (person: Person) =>
    (await person.get<Notices>('/api/notices')).body.notices.map(({ title }) => title)
  await app.clock.advance({ hours: 52, minutes: 59 })
  expect([await titles(clocks), await titles(away)]).toEqual([[], []])
  await app.clock.advance({ minutes: 1 }) // six in the evening in Berlin
  expect(await titles(clocks)).toEqual(['The clocks change before your next call on Sun, Mar 28 at 5:10 AM'])
  await clocks.post(`/api/schedule/${id}/toggle`)
  await app.clock.advance({ hours: 23 })
  expect(await titles(away)).toEqual(['Your calls start again tomorrow at 5:10 AM'])
})

test('SHIFT-5 a cursor that an older version of the product moved to a free day rings nobody and finds its call again', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const { id } = await person.schedule({ ...nurse, cycle: { firstDate: '2027-01-15', times: [null, null, '13:10'] } })
  const row = await app.services.db.selectFrom('schedules').selectAll().executeTakeFirstOrThrow()
  // What that version reads: each day at the earliest time, so it's never late.
  expect([row.wakeup_time, row.weekdays.length]).toEqual(['13:10', 7])
  const cursor = { next_due_at: new Date('2027-01-16T12:10Z'), clock_notice_at: null }
  await app.services.db.updateTable('schedules').set(cursor).where('id', '=', id).execute()
  await app.clock.advance({ hours: 48 })
  expect((await phone.unexpected()).calls).toEqual([])
  expect(await list(person)).toMatchObject([{ nextCallAt: utc('01-17T12:10')[0] }])
  await app.clock.advance({ hours: 1, minutes: 10 })
  await pickUp(phone)
})
