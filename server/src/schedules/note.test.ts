import type { DaysOff } from '@reveille/contract/days-off'
import type { Schedule } from '@reveille/contract/schedules'
import { expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { quickVoice } from '../../test/harness/outside/quick-voice.ts'
import type { Speech } from '../speech/engines/speech-engine.ts'

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const daily = { wakeupTime: '06:30', timezone: 'Europe/Berlin', weekdays: WEEKDAYS }
const FRIDAY = '2027-01-15T05:30:00.000Z'
const SATURDAY = '2027-01-16T05:30:00.000Z'

/** Makes the carrier speak, so that the test can read the words. */
const mute: Speech = { ...quickVoice, synthesize: async () => ({ outcome: 'busy' }) }

async function startWithPerson(now: string): Promise<{ app: TestApp; person: Person } & AsyncDisposable> {
  const app = await startTestApp({ now })
  app.services.speech = [mute]
  return { app, person: await app.person({ name: 'Ada' }), [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

const write = (person: Person, id: number, text: string, at = FRIDAY) =>
  person.send('PUT', `/api/schedule/${id}/note`, { at, text })
const noteOf = async (person: Person) => (await person.get<Schedule[]>('/api/schedule')).body[0]?.note?.text ?? null
const NOTE = /exam at nine, room two oh four/

test('WAKE-26 a note is heard in the first call and the retry of its morning, and not the next morning', async () => {
  await using started = await startWithPerson('2027-01-15T06:00:00+01:00')
  const { app, person } = started
  const { id } = await person.schedule(daily)
  const phone = await app.phone(person.phone)
  const words = async (call: Awaited<ReturnType<typeof phone.expectCall>>) =>
    (await call.heard()).flatMap((said) => (said.verb === 'Say' ? said.text : [])).join(' ')
  expect((await write(person, id, '  exam at 9, room 204 ')).body).toEqual({ message: 'Note saved', version: 2 })
  expect((await person.get<Schedule[]>('/api/schedule')).body[0]?.note).toMatchObject({
    text: 'exam at 9, room 204',
    at: FRIDAY,
    local: { date: '2027-01-15', time: '06:30' },
  })
  await app.clock.advance({ minutes: 30 })
  const first = await phone.expectCall()
  expect(await noteOf(person)).toBe(null) // already in use by the call
  await first.pickUp()
  await first.hangUp({ afterSeconds: 2 })
  expect(await words(first)).toMatch(NOTE)
  await app.clock.advance({ minutes: 2 })
  const retry = await phone.expectCall()
  await retry.pickUp()
  await retry.press('1', { afterSeconds: 25 })
  expect(await words(retry)).toMatch(NOTE)
  await app.clock.advance({ hours: 23, minutes: 58 })
  const next = await phone.expectCall()
  await next.pickUp()
  await next.press('1', { afterSeconds: 25 })
  expect(await words(next)).not.toMatch(NOTE)
  await app.clock.advance({ hours: 3 })
  const kept = await app.services.db.selectFrom('schedules').select(['note', 'note_at']).executeTakeFirst()
  expect(kept).toEqual({ note: null, note_at: null })
})

test('WAKE-26 a skip hides a note, another time or day or an empty text removes it; other options and a pause keep it', async () => {
  await using started = await startWithPerson('2027-01-14T20:00:00+01:00')
  const edit = (fields: object) => (person: Person, id: number) =>
    person.post(`/api/schedule?id=${id}`, { ...daily, ...fields })
  const changes: [change: (person: Person, id: number) => Promise<{ status: number }>, left: string | null][] = [
    [(person, id) => person.post(`/api/schedule/${id}/skip`, { at: FRIDAY, skipped: true }), null],
    [edit({ wakeupTime: '06:40' }), null],
    [edit({ weekdays: ['mon'] }), null],
    [(person, id) => write(person, id, ' '), null],
    [(person, id) => write(person, id, 'flight at 11'), 'flight at 11'],
    [edit({ callRetry: false }), 'exam at 9'],
    [(person, id) => person.post(`/api/schedule/${id}/toggle`), 'exam at 9'],
  ]
  for (const [index, [change, left]] of changes.entries()) {
    const person = await started.app.person()
    const { id } = await person.schedule(daily)
    await write(person, id, 'exam at 9')
    expect((await change(person, id)).status).toBe(200)
    expect([index, await noteOf(person)]).toEqual([index, left])
  }
})

test('WAKE-26 SCHED-9 undoing a skip brings its note back', async () => {
  await using started = await startWithPerson('2027-01-14T20:00:00+01:00')
  const { person } = started
  const { id } = await person.schedule(daily)
  await write(person, id, 'exam at 9')
  await person.post(`/api/schedule/${id}/skip`, { at: FRIDAY, skipped: true })
  expect(await noteOf(person)).toBe(null)
  await person.post(`/api/schedule/${id}/skip`, { at: FRIDAY, skipped: false })
  expect(await noteOf(person)).toBe('exam at 9')
})

test('WAKE-26 WAKE-24 undoing days off brings the note of a call on them back', async () => {
  await using started = await startWithPerson('2027-01-14T20:00:00+01:00')
  const { person } = started
  const { id } = await person.schedule(daily)
  await write(person, id, 'exam at 9')
  const days = { from: '2027-01-15', to: '2027-01-15' }
  const { daysOff } = (await person.post<{ daysOff: DaysOff }>('/api/days-off', days)).body
  expect(await noteOf(person)).toBe(null)
  await person.delete(`/api/days-off/${daysOff.id}`)
  expect(await noteOf(person)).toBe('exam at 9')
})

test('WAKE-26 only the next call takes a note, only from its person, and not a long one', async () => {
  await using started = await startWithPerson('2027-01-14T20:00:00+01:00')
  const { app, person } = started
  const { id } = await person.schedule(daily)
  expect(await write(person, id, 'exam', SATURDAY)).toMatchObject({ status: 409, body: { reason: 'not-the-next' } })
  expect(await write(person, id, '', FRIDAY)).toMatchObject({ status: 409 })
  expect((await write(person, id, 'x'.repeat(81))).status).toBe(400)
  const stranger = await app.person()
  expect((await write(stranger, id, 'boo')).status).toBe(404)
  await person.post(`/api/schedule/${id}/toggle`)
  expect((await write(person, id, 'exam')).status).toBe(409)
  expect(await noteOf(person)).toBe(null)
})

test("WAKE-26 a note can be changed until its call, while paused or when that call isn't the next one", async () => {
  await using started = await startWithPerson('2027-01-15T06:00:00+01:00')
  const { app, person } = started
  const { id } = await person.schedule(daily)
  const phone = await app.phone(person.phone)
  const toggle = () => person.post(`/api/schedule/${id}/toggle`)
  const skip = (skipped: boolean) => person.post(`/api/schedule/${id}/skip`, { at: FRIDAY, skipped })
  await skip(true)
  expect((await write(person, id, 'flight at 11', SATURDAY)).status).toBe(200)
  await skip(false) // so Friday's call comes first
  expect((await write(person, id, 'flight at 12', SATURDAY)).status).toBe(200)
  expect(await noteOf(person)).toBe('flight at 12')
  expect((await write(person, id, 'flight at 11')).status).toBe(200)
  await toggle()
  expect((await write(person, id, 'exam at 9, room 204')).status).toBe(200)
  expect((await write(person, id, 'exam', SATURDAY)).status).toBe(409)
  await toggle()
  await app.clock.advance({ minutes: 29, ms: 59_700 })
  for (const text of ['exam at 10', '']) expect((await write(person, id, text)).status).toBe(409) // being placed
  await app.clock.advance({ ms: 300 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1', { afterSeconds: 25 })
  const words = (await call.heard()).flatMap((said) => (said.verb === 'Say' ? said.text : [])).join(' ')
  expect(words).toMatch(NOTE)
})

test("WAKE-26 removing a note can be undone until its call, while paused or when that call isn't the next one", async () => {
  await using started = await startWithPerson('2027-01-14T20:00:00+01:00')
  const { person } = started
  const { id } = await person.schedule(daily)
  const toggle = () => person.post(`/api/schedule/${id}/toggle`)
  const skip = (skipped: boolean) => person.post(`/api/schedule/${id}/skip`, { at: FRIDAY, skipped })
  await write(person, id, 'exam at 9')
  await toggle()
  expect((await write(person, id, '')).status).toBe(200)
  expect(await noteOf(person)).toBe(null)
  expect((await write(person, id, 'exam', SATURDAY)).status).toBe(409)
  expect((await write(person, id, 'exam at 9')).status).toBe(200)
  expect(await noteOf(person)).toBe('exam at 9')
  await toggle()
  await skip(true)
  await write(person, id, 'flight at 11', SATURDAY)
  await skip(false) // so Friday's call comes first
  expect((await write(person, id, '', SATURDAY)).status).toBe(200)
  expect((await write(person, id, 'flight at 11', SATURDAY)).status).toBe(200)
  expect(await noteOf(person)).toBe('flight at 11')
})

test('WAKE-26 a note written 15 s before the call is spoken, and the call rings once', async () => {
  await using started = await startWithPerson('2027-01-15T06:00:00+01:00')
  const { app, person } = started
  const { id } = await person.schedule(daily)
  const phone = await app.phone(person.phone)
  await app.clock.advance({ minutes: 29, seconds: 45 })
  expect((await write(person, id, 'exam at 9, room 204')).status).toBe(200)
  await app.clock.advance({ seconds: 15 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1', { afterSeconds: 25 })
  const words = (await call.heard()).flatMap((said) => (said.verb === 'Say' ? said.text : [])).join(' ')
  expect(words).toMatch(NOTE)
  await app.clock.advance({ minutes: 20 })
  expect((await phone.unexpected()).calls).toEqual([])
})
