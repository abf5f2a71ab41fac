import type { Notices } from '@reveille/contract/notices'
import type { Schedule } from '@reveille/contract/schedules'
import { expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { logIn, signUp, visitor } from '../../test/harness/app/visitor.ts'
import { acceptNumber } from '../phones/accept-number.ts'
import { inTransaction } from '../platform/database/transaction.ts'

const PHONE = '+4915123456789'
const NOW = '2027-01-15T06:20:00+01:00'
const MORNING = { wakeupTime: '06:30', timezone: 'Europe/Berlin' }
const ONCE = { ...MORNING, isRecurring: false, date: '2027-01-15' }
const OVER = 'That was your one-time call for Fri, Jan 15'

async function bell(person: Person): Promise<Notices> {
  return (await person.get<Notices>('/api/notices')).body
}

async function mailsTo(app: TestApp, email: string): Promise<string[]> {
  return (await app.mailbox.mails(email)).map(({ subject }) => subject)
}

/** Moves the number to somebody else, who proves it. */
async function moveNumber({ services, person }: TestApp, phone: string): Promise<void> {
  const { userId } = await person({ phoneVerified: false })
  await inTransaction(services.db, (tx) =>
    acceptNumber(services, tx, { userId, phone, as: 'first', by: 'text', from: { ip: '127.0.0.1', browser: '' } }),
  )
}

test('SHELL-11 a missed call shows on the bell until it is read, and in an email', async () => {
  await using app = await startTestApp({ now: NOW })
  const phone = await app.phone(PHONE)
  const person = await app.person({ phone: PHONE, email: 'missed@example.com' })
  await person.schedule({ ...MORNING, callRetry: false })
  const { id } = await person.schedule({ ...MORNING, wakeupTime: '05:00' }) // the next one is of another schedule
  await app.clock.advance({ minutes: 10 })
  await (await phone.expectCall()).letRing()
  await app.clock.advance({ minutes: 1 })

  const { notices, unread } = await bell(person)
  const title = 'You missed your call on Fri, Jan 15 at 6:30 AM'
  const next = 'Next call: Sat, Jan 16 at 5:00 AM.'
  const text = `We called at 6:30 AM and nobody picked up. ${next}`
  expect(notices).toMatchObject([{ kind: 'call-missed', title, text, about: 'calls', read: false }])
  expect(unread).toBe(1)
  const [mail] = await app.mailbox.mails('missed@example.com')
  expect(mail).toMatchObject({ subject: title, text: expect.stringContaining(next) })
  expect(mail?.text).toMatch(new RegExp(`^Change it: http\\S+/schedule-call\\?id=${id}$`, 'm'))

  const read = await person.post<Notices>('/api/notices/read', { upTo: notices[0]?.id })
  expect(read.body).toMatchObject({ unread: 0, notices: [{ read: true }] })
})

test('SHELL-11 a pause is not reported, nor is an answered one-time call', async () => {
  await using app = await startTestApp({ now: NOW })
  const phone = await app.phone(PHONE)
  const person = await app.person({ phone: PHONE, email: 'ends@example.com' })
  const { id } = await person.schedule({ wakeupTime: '07:00', timezone: 'Europe/Berlin' })
  await person.post(`/api/schedule/${id}/toggle`)
  await person.schedule(ONCE)
  await app.clock.advance({ minutes: 10 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1', { afterSeconds: 20 })
  await app.clock.advance({ minutes: 2 })

  await app.clock.advance({ minutes: 5 })
  expect((await bell(person)).notices).toEqual([])
  expect(await mailsTo(app, 'ends@example.com')).toEqual([])
})

test('SHELL-11 SCHED-10 the end of a one-time schedule is reported once, whether it passes while paused or its call is missed', async () => {
  await using app = await startTestApp({ now: NOW })
  const pauses = await app.person({ phone: PHONE, email: 'paused@example.com' })
  const misses = await app.person()
  const phone = await app.phone(misses.phone)
  const { id } = await pauses.schedule(ONCE)
  await misses.schedule({ ...ONCE, callRetry: false })
  await pauses.post(`/api/schedule/${id}/toggle`)
  const kinds = async (person: Person) => (await bell(person)).notices.map(({ kind }) => kind)
  await app.clock.advance({ minutes: 9 })
  expect(await kinds(pauses)).toEqual(['schedule-paused'])
  await app.clock.advance({ minutes: 1 })
  expect(await kinds(pauses)).toEqual(['schedule-ended', 'schedule-paused'])
  await (await phone.expectCall()).letRing()
  await app.clock.advance({ minutes: 2 })
  expect(await kinds(misses)).toEqual(['call-missed'])
  const text = "We called at 6:30 AM and nobody picked up. It's off your list now."
  expect((await bell(misses)).notices[0]?.text).toBe(text)
  await app.clock.advance({ minutes: 5 })
  expect(await kinds(pauses)).toHaveLength(2)
  expect(await mailsTo(app, 'paused@example.com')).toEqual([OVER])
})

test('SCHED-9 SCHED-10 SHELL-11 a skipped one-time call can be restored until its time, and then is over', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person({ phone: PHONE, email: 'skips@example.com' })
  const { id, nextCallAt } = await person.schedule(ONCE)
  const list = async () => (await person.get<Schedule[]>('/api/schedule')).body
  await person.post(`/api/schedule/${id}/skip`)
  await app.clock.advance({ minutes: 9 })
  expect(await list()).toMatchObject([{ id, isActive: true, nextCallAt: null, skippedCallAt: nextCallAt }])
  await person.post(`/api/schedule/${id}/skip`)
  expect(await list()).toMatchObject([{ id, nextCallAt, skippedCallAt: null }])
  await person.post(`/api/schedule/${id}/skip`)

  await app.clock.advance({ minutes: 1 })
  expect(await list()).toEqual([])
  expect((await person.post(`/api/schedule/${id}/skip`)).status).toBe(404)
  await app.clock.advance({ minutes: 5 })
  expect((await bell(person)).notices).toEqual([]) // neither a skip nor its undo is reported
  expect(await mailsTo(app, 'skips@example.com')).toEqual([])
})

test('SHELL-11 SCHED-10 a one-time call paused while it rings and then missed is reported once', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const { id } = await person.schedule({ ...ONCE, callRetry: false })
  await app.clock.advance({ minutes: 10 })
  const call = await phone.expectCall()
  await person.post(`/api/schedule/${id}/toggle`)
  await call.letRing()
  await app.clock.advance({ minutes: 5 })
  expect((await bell(person)).notices.map(({ kind }) => kind)).toEqual(['call-missed', 'schedule-paused'])
})

test('SHELL-11 SCHED-8 a missed call promises no next one if the schedule is paused, or its number lost, while the phone rings', async () => {
  await using app = await startTestApp({ now: NOW })
  const [pauses, loses] = [await app.person(), await app.person()]
  const phones = [await app.phone(pauses.phone), await app.phone(loses.phone)]
  const { id } = await pauses.schedule({ ...MORNING, callRetry: false })
  await loses.schedule({ ...MORNING, callRetry: false })
  await app.clock.advance({ minutes: 10, ms: 9 }) // each call has its own slot
  const calls = [await phones[0]!.expectCall(), await phones[1]!.expectCall()]
  await pauses.post(`/api/schedule/${id}/toggle`)
  await moveNumber(app, loses.phone)
  for (const call of calls) await call.letRing()
  await app.clock.advance({ minutes: 1 })
  for (const person of [pauses, loses]) {
    const missed = (await bell(person)).notices.find(({ kind }) => kind === 'call-missed')
    expect(missed?.text).toBe('We called at 6:30 AM and nobody picked up.')
  }
})

test('SHELL-11 AUTH-9 a sign-in with a new browser sends a notice, one with a known browser does not', async () => {
  await using app = await startTestApp({ now: NOW })
  const email = 'signs-in@example.com'
  const known = visitor(app)
  await signUp(app, known, email)
  const kinds = async () => (await known.get<Notices>('/api/notices')).body.notices.map(({ title }) => title)
  await app.clock.advance({ minutes: 1 })
  expect(await kinds()).toEqual([])

  await logIn(app, visitor(app), email)
  await app.clock.advance({ minutes: 1 })
  expect(await kinds()).toEqual(['New sign-in to your account'])
  expect(await mailsTo(app, email)).toContain('New sign-in to your account')

  await app.clock.advance({ minutes: 1 })
  await logIn(app, known, email)
  expect(await kinds()).toHaveLength(1)
})

test('SHELL-11 one click in the mail program stops optional emails, but a failed call is always reported', async () => {
  await using app = await startTestApp({ now: NOW })
  const phone = await app.phone(PHONE)
  const person = await app.person({ phone: PHONE, email: 'quiet@example.com' })
  await person.schedule({ ...MORNING, callRetry: false })
  await app.clock.advance({ minutes: 10 })
  await (await phone.expectCall()).letRing()
  await app.clock.advance({ minutes: 1 })

  const mail = await app.mailbox.expectMail('quiet@example.com')
  expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  const address = mail.headers['list-unsubscribe']!.slice(1, -1)
  expect((await fetch(address, { redirect: 'manual' })).status).toBe(302) // a link scanner's visit changes nothing
  const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const forged = [
    `${address}x`,
    address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    address.replace('missed', 'skipped'),
  ]
  for (const url of forged) expect((await fetch(url, { method: 'POST', body: form })).status).toBe(404)
  expect(await mailsOff(app, person.userId)).toEqual([])
  for (let twice = 0; twice < 2; twice++)
    expect((await fetch(address, { method: 'POST', body: form })).status).toBe(200)
  expect(await mailsOff(app, person.userId)).toEqual(['missed-calls'])

  await app.clock.advance({ hours: 24 })
  await (await phone.expectCall()).letRing()
  await app.clock.advance({ hours: 24 })
  await (await phone.expectCall()).fail()
  await app.clock.advance({ minutes: 1 })
  expect(await mailsTo(app, 'quiet@example.com')).toEqual([
    'You missed your call on Fri, Jan 15 at 6:30 AM',
    "We couldn't place your call on Sun, Jan 17 at 6:30 AM",
  ])
  expect((await bell(person)).unread).toBe(3)
})

async function mailsOff(app: TestApp, userId: number): Promise<string[]> {
  const query = app.services.db.selectFrom('users').select('mails_off').where('id', '=', userId)
  return (await query.executeTakeFirstOrThrow()).mails_off
}
