import type { CalendarAddress } from '@reveille/contract/accounts'
import type { Notices } from '@reveille/contract/notices'
import type { SavedSchedule, Schedule, SchedulePreview } from '@reveille/contract/schedules'
import { expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { skipOf } from '../../test/harness/app/visitor.ts'

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const daily = { wakeupTime: '06:30', timezone: 'Europe/Berlin', weekdays }
const once = { ...daily, weekdays: [], isRecurring: false, date: '2027-01-16' }

/** A Friday. */
const at = (time: string) => `2027-01-15T${time}+01:00`
const FRIDAY = '2027-01-15T05:30:00.000Z'
const SATURDAY = '2027-01-16T05:30:00.000Z'
const SUNDAY = '2027-01-17T05:30:00.000Z'
const saturdayInBerlin = { date: '2027-01-16', time: '06:30', weekday: 'sat', today: '2027-01-15' }

const edit = async (person: Person, id: number, fields: Record<string, unknown>) =>
  (await person.post<SavedSchedule>(`/api/schedule?id=${id}`, fields)).body
const skip = (person: Person, id: number) => person.post(`/api/schedule/${id}/skip`, { skipped: true })
const list = async (person: Person) => (await person.get<Schedule[]>('/api/schedule')).body
const kinds = async (person: Person) => (await person.get<Notices>('/api/notices')).body.notices.map(({ kind }) => kind)

test('SCHED-9 a skip survives an edit of other options, on all screens and in the calendar', async () => {
  await using app = await startTestApp({ now: at('12:00:00') })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const { id } = await person.schedule(daily)
  await skip(person, id)
  const saved = await edit(person, id, { ...daily, callRetry: false, advanceNotice: true })
  expect(saved).toMatchObject({ skippedCallAt: SATURDAY, nextCallAt: SUNDAY })
  expect(saved).not.toHaveProperty('droppedSkips')
  const { calendarUrl } = (await person.post<CalendarAddress>('/api/account/calendar/reset')).body
  expect(/DTSTART:(.*)/.exec(await (await fetch(calendarUrl)).text())?.[1]).toBe('20270117T053000Z')
  await app.clock.advance({ hours: 19 })
  expect(await phone.unexpected()).toMatchObject({ calls: [], texts: [] })
  await app.clock.advance({ hours: 23, minutes: 30 })
  await phone.expectText()
  await (await phone.expectCall()).decline()
})

test('SCHED-9 a skip of an already planned call survives edits, sends no notice, and can still be undone', async () => {
  await using app = await startTestApp({ now: at('06:15:00') })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const { id } = await person.schedule(daily)
  await skip(person, id)
  for (const callRetry of [false, true, false]) await edit(person, id, { ...daily, callRetry })
  expect(await list(person)).toMatchObject([{ skippedCallAt: FRIDAY, nextCallAt: SATURDAY }])
  expect(await kinds(person)).toEqual([])
  await person.post(`/api/schedule/${id}/skip`, { at: FRIDAY, skipped: false })
  await app.clock.advance({ minutes: 15 })
  await (await phone.expectCall()).decline()
  await app.clock.advance({ minutes: 10 }) // no retry, as edited
  expect((await phone.unexpected()).calls).toEqual([])
})

test('SCHED-9 a new time, zone or weekday drops a skip: the person is told, and the phone rings', async () => {
  await using app = await startTestApp({ now: at('12:00:00') })
  const edits: [fields: Record<string, unknown>, next: string][] = [
    [{ ...daily, wakeupTime: '06:40' }, '2027-01-16T05:40:00.000Z'],
    [{ ...daily, timezone: 'Europe/Lisbon' }, '2027-01-16T06:30:00.000Z'],
    [{ ...daily, weekdays: ['sun'] }, SUNDAY],
    [{ ...once, date: '2027-01-17' }, SUNDAY],
  ]
  const phones = []
  for (const [fields, next] of edits) {
    const person = await app.person()
    phones.push({ phone: await app.phone(person.phone), next })
    const { id } = await person.schedule(daily)
    await skip(person, id)
    const preview = await person.post<SchedulePreview>(`/api/schedule/preview?id=${id}`, fields)
    expect(preview.body).toMatchObject({ nextCallAt: next, droppedSkips: [saturdayInBerlin] })
    const saved = await edit(person, id, fields)
    expect(saved).toMatchObject({ skippedCallAt: null, nextCallAt: next, droppedSkips: [saturdayInBerlin] })
  }
  for (const { phone, next } of phones) {
    await app.clock.advance({ ms: Math.max(0, Date.parse(next) + 9 - app.clock.now()) }) // each call has its own slot
    const call = await phone.expectCall()
    await call.pickUp()
    await call.press('1')
  }
})

test('SCHED-9 an edit keeps the skips that fall on the new days, and ignores past ones', async () => {
  await using app = await startTestApp({ now: at('06:00:00') })
  const person = await app.person()
  const { id } = await person.schedule(daily)
  for (let calls = 0; calls < 3; calls++) await skip(person, id)
  await app.clock.advance({ hours: 1 })
  const saved = await edit(person, id, { ...daily, weekdays: ['sun', 'mon'] })
  expect(saved).toMatchObject({
    skippedCallAt: SUNDAY,
    nextCallAt: '2027-01-18T05:30:00.000Z',
    droppedSkips: [saturdayInBerlin],
  })
})

test('SCHED-9 moving to a zone with the same time keeps a skip, since the instant is unchanged', async () => {
  await using app = await startTestApp({ now: at('12:00:00') })
  const person = await app.person()
  const { id } = await person.schedule(daily)
  await skip(person, id)
  const saved = await edit(person, id, { ...daily, timezone: 'Europe/Paris' })
  expect(saved).toMatchObject({ skippedCallAt: SATURDAY, nextCallAt: SUNDAY })
})

test('SCHED-9 SCHED-10 a one-time call stays skipped when only options change, and rings on another date', async () => {
  await using app = await startTestApp({ now: at('12:00:00') })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const { id } = await person.schedule(once)
  const { id: moved } = await person.schedule({ ...once, wakeupTime: '06:31' })
  for (const one of [id, moved]) await skip(person, one)
  const switched = { ...once, callRetry: false }
  const preview = await person.post<SchedulePreview>(`/api/schedule/preview?id=${id}`, switched)
  expect(preview.body).toMatchObject({ nextCallAt: null, keptSkips: [saturdayInBerlin] })
  expect(await edit(person, id, switched)).toMatchObject({ skippedCallAt: SATURDAY, nextCallAt: null })
  const later = await edit(person, moved, { ...once, wakeupTime: '06:31', date: '2027-01-17' })
  expect(later).toMatchObject({ nextCallAt: '2027-01-17T05:31:00.000Z', droppedSkips: [{ time: '06:31' }] })
  await app.clock.advance({ hours: 18, minutes: 35 })
  expect((await phone.unexpected()).calls).toEqual([])
  expect((await list(person)).map((one) => one.id)).toEqual([moved])
  await app.clock.advance({ hours: 24 })
  await (await phone.expectCall()).decline()
})

test('CALL-9 SCHED-9 a call skipped by text stays skipped after an edit, and another SKIP says so', async () => {
  await using app = await startTestApp({ now: at('06:00:00') })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const { id } = await person.schedule({ ...daily, advanceNotice: true })
  await app.clock.advance({ minutes: 15 })
  const skip = skipOf((await phone.expectText()).body)
  await phone.text(skip)
  const skipped = (await phone.expectText()).body
  expect(await edit(person, id, daily)).toMatchObject({ skippedCallAt: FRIDAY })
  await phone.text(skip)
  expect((await phone.expectText()).body).toBe(skipped)
  await app.clock.advance({ minutes: 30 })
  expect((await phone.unexpected()).calls).toEqual([])
})
