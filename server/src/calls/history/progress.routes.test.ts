import type { Progress } from '@reveille/contract/calls'
import { expect, test } from 'vitest'
import type { Person } from '../../../test/harness/app/person.ts'
import { startTestApp } from '../../../test/harness/app/start-test-app.ts'
import { seedCalls, type SeededCall } from '../../../test/harness/database/seed-occurrences.ts'

const progressOf = async (person: Person) => (await person.get<Progress>('/api/call/progress')).body

/** Three calls, half an hour apart from 06:30 in Berlin, this many days before Sunday, 2027-01-17. */
function threeCalls(daysBefore: number, status: SeededCall['status']): SeededCall[] {
  const first = Date.parse('2027-01-17T05:30:00Z') - daysBefore * 86_400_000
  return [0, 30, 60].map((minutes) => ({ at: first + minutes * 60_000, status }))
}

test('DASH-9 twelve weeks of three calls a day are all counted, and the phone says the streak the screen shows', async () => {
  await using app = await startTestApp({ now: '2027-01-17T06:20:00+01:00' })
  const { db } = app.services
  const person = await app.person()
  const phone = await app.phone(person.phone)
  for (let day = 1; day <= 102; day++) {
    const status = day === 102 ? 'no_answer' : day === 5 ? 'failed' : 'completed' // our own failures break no streak
    await seedCalls(db, person.userId, threeCalls(day, status))
  }

  const { streak, thisWeek, weeks } = await progressOf(person)
  expect(streak).toBe(100)
  expect(thisWeek).toEqual({ answered: 15, unconfirmed: 0, missed: 0 })
  expect(weeks[0]).toMatchObject({ monday: '2026-10-26', answered: 7, unconfirmed: 0, missed: 0 })
  expect(weeks.map(({ answered }) => answered)).toEqual([7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 5])

  await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  await app.clock.advance({ minutes: 9 })
  await db.updateTable('calls').set({ script: null }).where('stage', '<>', 'ended').execute() // let the carrier's voice say it
  await app.clock.advance({ minutes: 1 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1', { afterSeconds: 20 })
  const heard = (await call.heard()).map((words) => (words.verb === 'Say' ? words.text : ''))
  expect(heard.join(' ')).toMatch(/a hundred in a row\./i)
  expect(await progressOf(person)).toMatchObject({ streak: 101, thisWeek: { answered: 16, unconfirmed: 0, missed: 0 } })
})

test('DASH-9 CALL-14 calls count on the day of their own zone: one missed, one answered, and none that never rang', async () => {
  await using app = await startTestApp({ now: '2027-01-18T06:20:00+11:00' }) // Monday in Sydney, Sunday in UTC
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const nothing = { streak: 0, thisWeek: { answered: 0, unconfirmed: 0, missed: 0 } }
  expect(await progressOf(person)).toMatchObject(nothing)
  await person.post('/api/call/sample')
  await app.clock.advance({ seconds: 2 })
  await (await phone.expectCall()).decline()
  await person.schedule({ wakeupTime: '06:30', timezone: 'Australia/Sydney', callRetry: false })
  await person.schedule({ wakeupTime: '06:45', timezone: 'Australia/Sydney', callRetry: false })
  await person.schedule({ wakeupTime: '05:45', timezone: 'Australia/Brisbane', callRetry: false }) // same instant as the one before

  await app.clock.advance({ minutes: 10 })
  const missed = await phone.expectCall()
  expect(await progressOf(person)).toMatchObject(nothing)
  await missed.decline()
  const monday = '2027-01-18'
  expect(await progressOf(person)).toMatchObject({ streak: 0, thisWeek: { answered: 0, unconfirmed: 0, missed: 1 } })
  expect((await progressOf(person)).weeks.at(-1)).toMatchObject({ monday, answered: 0, unconfirmed: 0, missed: 1 })

  await app.clock.advance({ minutes: 15 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1', { afterSeconds: 20 })
  await app.clock.advance({ hours: 1 })
  expect((await person.history()).map(({ status }) => status)).toEqual(['completed', 'no_answer', 'no_answer'])
  expect(await progressOf(person)).toMatchObject({ streak: 1, thisWeek: { answered: 1, unconfirmed: 0, missed: 1 } })
  expect((await progressOf(person)).weeks.at(-1)).toMatchObject({ monday, answered: 1, unconfirmed: 0, missed: 0 })
})
