import type { Account, CalendarAddress } from '@reveille/contract/accounts'
import type { Schedule } from '@reveille/contract/schedules'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import type { Person } from '../../../test/harness/app/person.ts'
import { startTestApp } from '../../../test/harness/app/start-test-app.ts'
import { dumpDatabase } from '../../../test/harness/database/dump-database.ts'

const PHONE = '+4915123456789'
const NOW = '2027-03-01T12:00:00Z'

/** Creates the calendar's address, which is shown only once. */
const calendarUrl = async (person: Person) =>
  (await person.post<CalendarAddress>('/api/account/calendar/reset')).body.calendarUrl

/** The starts of all events, read by a third-party parser. */
async function startsIn(url: string): Promise<string[]> {
  const text = await (await fetch(url)).text()
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    expect([event.summary, event.startDate.zone.tzid, event.isRecurring()]).toEqual(['Wake-up call', 'UTC', false])
    return event.startDate.toJSDate().toISOString()
  })
}

test('ACCT-4 the calendar holds each call of 60 days at its instant, across a clock change too', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person({ phone: PHONE })
  const zone = { timezone: 'Europe/Berlin' }
  await person.schedule({ wakeupTime: '06:30', weekdays: ['mon'], ...zone })
  await person.schedule({ wakeupTime: '09:00', isRecurring: false, date: '2027-04-05', ...zone })
  const paused = await person.schedule({ wakeupTime: '10:00', ...zone })
  await person.post(`/api/schedule/${paused.id}/toggle`)

  const url = await calendarUrl(person)
  expect(await startsIn(url)).toEqual([
    '2027-03-08T05:30:00.000Z',
    '2027-03-15T05:30:00.000Z',
    '2027-03-22T05:30:00.000Z',
    '2027-03-29T04:30:00.000Z', // summer time
    '2027-04-05T04:30:00.000Z',
    '2027-04-05T07:00:00.000Z',
    '2027-04-12T04:30:00.000Z',
    '2027-04-19T04:30:00.000Z',
    '2027-04-26T04:30:00.000Z',
  ])
})

test('ACCT-4 the calendar follows what is skipped, planned and dialed', async () => {
  await using app = await startTestApp({ now: '2027-03-07T12:00:00Z' })
  const phone = await app.phone(PHONE)
  const person = await app.person({ phone: PHONE })
  const { id } = await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  const url = await calendarUrl(person)
  const first = async () => (await startsIn(url))[0]
  expect(await first()).toBe('2027-03-08T05:30:00.000Z')
  await person.post(`/api/schedule/${id}/skip`)
  expect(await first()).toBe('2027-03-09T05:30:00.000Z')
  await person.post(`/api/schedule/${id}/skip`)
  await app.clock.advance({ hours: 17, minutes: 20 })
  expect([await first(), (await startsIn(url)).length]).toEqual(['2027-03-08T05:30:00.000Z', 61])
  await app.clock.advance({ minutes: 10 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  const [schedule] = (await person.get<Schedule[]>('/api/schedule')).body
  expect(await first()).toBe(schedule?.nextCallAt)
  await person.send('PUT', '/api/account/consents', { calls: false })
  expect(await startsIn(url)).toEqual([])
})

test('S54 E4 the address is a secret that can be changed, and the calendar has nothing personal', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person({ phone: PHONE, name: 'Robin Canary' })
  await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  const url = await calendarUrl(person)
  const token = /\/api\/calendar\/([\w-]+)\.ics$/.exec(url)![1]!
  expect(token.length).toBeGreaterThanOrEqual(43)
  expect(await calendarUrl(await app.person())).not.toContain(token)
  const text = await (await fetch(url)).text()
  for (const word of ['Canary', 'Robin', PHONE.slice(1), 'exercise', 'snooze', 'example.com'])
    expect(text).not.toContain(word)

  const reset = await calendarUrl(person)
  expect(reset).not.toBe(url)
  expect(/calendar\/([\w-]+)\.ics$/.exec(reset)![1]!).toHaveLength(43) // 256 bits
  expect([(await fetch(url)).status, (await fetch(reset)).status]).toEqual([404, 200])
  for (const guess of ['', 'x', `${'0'.repeat(64)}`]) {
    expect((await fetch(`${app.url}/api/calendar/${guess}.ics`)).status).toBe(404)
  }
})

test('S54 neither the database nor the account page reveals the address', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person({ phone: PHONE })
  const account = async () => (await person.get<Account>('/api/account')).body
  expect(await account()).toMatchObject({ hasCalendarUrl: false })
  const url = await calendarUrl(person)
  const token = url.split('/').at(-1)!.replace('.ics', '')
  expect(await dumpDatabase(app.services.db)).not.toContain(token)
  const page = await account()
  expect(page).toMatchObject({ hasCalendarUrl: true })
  expect(JSON.stringify(page)).not.toContain(token)
  // The hash in the database opens nothing.
  const { calendar_hash } = await app.services.db
    .selectFrom('users')
    .select('calendar_hash')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()
  expect((await fetch(url.replace(token, calendar_hash!))).status).toBe(404)
})

test("ACCT-4 S54 a new address takes a fresh proof, and a blocked person's opens nothing", async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person({ phone: PHONE })
  const url = await calendarUrl(person)
  expect((await fetch(url)).status).toBe(200)
  await app.clock.advance({ minutes: 16 })
  const stale = await person.post('/api/account/calendar/reset')
  expect(stale).toMatchObject({ status: 403, body: { reason: 'fresh-code-required' } })
  const blocked = { blocked_at: new Date(app.clock.now()) }
  await app.services.db.updateTable('users').set(blocked).execute()
  expect((await fetch(url)).status).toBe(404)
})

test('ACCT-4 an unchanged calendar is not sent again', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person({ phone: PHONE })
  const { id } = await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  const url = await calendarUrl(person)
  const first = await fetch(url)
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, max-age=300',
  })
  const etag = first.headers.get('etag')!
  const again = (tags: string) => fetch(url, { headers: { 'if-none-match': tags } })
  expect((await again(etag)).status).toBe(304)
  expect((await again(`"other", ${etag.slice(2)}`)).status).toBe(304)
  expect((await again('"other"')).status).toBe(200)
  await person.post(`/api/schedule/${id}/skip`)
  expect((await again(etag)).status).toBe(200)
})
