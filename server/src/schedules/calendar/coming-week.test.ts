import type { Week } from '@reveille/contract/schedules'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness/app/start-test-app.ts'

const BERLIN = 'Europe/Berlin'

test('DASH-11 the week shows what rings on each of seven days, after pauses, skips and days off', async () => {
  await using app = await startTestApp({ now: '2027-01-15T12:00:00+01:00' })
  const person = await app.person()
  const week = async () =>
    (await person.get<Week>('/api/schedule/week')).body.map(({ date, isOff, calls }) => [
      `${date.slice(8)}${isOff ? ' off' : ''}`,
      ...calls.map(({ name, time }) => `${time} ${name ?? ''}`),
    ])
  expect(await week()).toEqual([])
  const gym = { name: 'Gym', wakeupTime: '06:30', timezone: BERLIN, weekdays: ['mon', 'tue'], times: { tue: '07:15' } }
  const { id } = await person.schedule(gym)
  await person.schedule({ wakeupTime: '09:00', timezone: BERLIN, weekdays: ['sat', 'mon'] })
  const paused = await person.schedule({ wakeupTime: '10:00', timezone: BERLIN })
  await person.post(`/api/schedule/${paused.id}/toggle`)
  expect(await week()).toEqual([
    ['15'],
    ['16', '09:00 '],
    ['17'],
    ['18', '06:30 Gym', '09:00 '],
    ['19', '07:15 Gym'],
    ['20'],
    ['21'],
  ])
  await person.post(`/api/schedule/${id}/skip`, { skipped: true })
  await person.post('/api/days-off', { from: '2027-01-16', to: '2027-01-16' })
  await person.post('/api/days-off', { scheduleId: id, from: '2027-01-19', to: '2027-01-21' })
  expect(await week()).toEqual([['15'], ['16 off'], ['17'], ['18', '09:00 '], ['19'], ['20'], ['21']])
  const stranger = await app.person()
  expect((await stranger.get('/api/schedule/week')).body).toEqual([])

  // It's already midnight on the 16th in Auckland, and still the 15th in UTC.
  await stranger.schedule({ wakeupTime: '00:01', timezone: 'Pacific/Auckland' })
  const abroad = (await stranger.get<Week>('/api/schedule/week')).body
  expect(abroad.map(({ date, calls }) => [date.slice(8), calls.length])).toEqual(
    ['16', '17', '18', '19', '20', '21', '22'].map((day) => [day, 1]),
  )
})

test("DASH-11 today's calls that are over are not in the week", async () => {
  await using app = await startTestApp({ now: '2027-01-15T12:00:00+01:00' })
  const person = await app.person()
  for (const wakeupTime of ['06:30', '23:30'])
    await person.schedule({ wakeupTime, timezone: BERLIN, weekdays: ['fri'] })
  const { body } = await person.get<Week>('/api/schedule/week')
  expect(body.flatMap(({ date, calls }) => calls.map(({ time }) => `${date} ${time}`))).toEqual(['2027-01-15 23:30'])
})

test('DASH-11 a follow-up that is still coming is in the week, unless its schedule is paused', async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:29:00+01:00' })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const { id } = await person.schedule({
    wakeupTime: '06:30',
    timezone: BERLIN,
    isRecurring: false,
    date: '2027-01-15',
  })
  await app.clock.advance({ minutes: 1 })
  await (await phone.expectCall()).decline()
  await app.clock.advance({ seconds: 5 })
  const times = async () =>
    (await person.get<Week>('/api/schedule/week')).body.map(({ calls }) => calls.map(({ time }) => time))
  const { body } = await person.get<{ followUp: { local: { time: string } } }[]>('/api/schedule')
  expect(await times()).toEqual([[body[0]!.followUp.local.time], [], [], [], [], [], []])
  await person.post(`/api/schedule/${id}/toggle`)
  expect((await times()).flat()).toEqual([])
})

test("DASH-11 nothing is in the week of a person whose number isn't verified", async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:00:00+01:00' })
  const person = await app.person()
  await person.schedule({ wakeupTime: '06:30', timezone: BERLIN })
  const calls = async () => (await person.get<Week>('/api/schedule/week')).body.flatMap((day) => day.calls)
  expect(await calls()).toHaveLength(7)
  await app.services.db.updateTable('users').set({ phone_verified: false }).execute()
  expect(await calls()).toEqual([])
})
