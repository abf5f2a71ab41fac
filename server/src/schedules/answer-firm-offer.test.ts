import type { Progress } from '@reveille/contract/calls'
import type { Schedule } from '@reveille/contract/schedules'
import { expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { seedCalls } from '../../test/harness/database/seed-occurrences.ts'

const DAY_MS = 86_400_000
const FIRST = Date.parse('2027-01-11T05:30:00Z')

/** Mornings of January 11 to 15, two of which failed. It's now six in Berlin on the 16th. */
async function twoSlippedBy(app: TestApp): Promise<Person> {
  const person = await app.person()
  const statuses = ['completed', 'no_answer', 'completed', 'unconfirmed', 'completed'] as const
  const seeded = statuses.map((status, day) => ({ at: FIRST + day * DAY_MS, status }))
  await seedCalls(app.services.db, person.userId, seeded)
  return person
}

const berlin = { timezone: 'Europe/Berlin', callRetry: false }
const isOffered = async (person: Person) => (await person.get<Progress>('/api/call/progress')).body.offersFirm
const answer = (person: Person, accepted: boolean) => person.post('/api/call/progress/firm-offer', { accepted })
const proofs = async (person: Person) =>
  (await person.get<Schedule[]>('/api/schedule')).body.map(({ wakeupTime, proof }) => `${wakeupTime} ${proof}`)

/** The proofs that already planned calls will ask for. */
async function plannedProofs({ services: { db } }: TestApp, { userId }: Person) {
  const theirs = db.selectFrom('occurrences').select('proof').where('user_id', '=', userId)
  return (await theirs.where('outcome', 'is', null).execute()).map(({ proof }) => proof)
}

test('WAKE-17 three digits are offered after two failed mornings, and the next call asks for them', async () => {
  await using app = await startTestApp({ now: '2027-01-16T06:00:00+01:00' })
  const person = await twoSlippedBy(app)
  expect(await isOffered(person)).toBe(false) // nothing to turn on without a schedule
  await person.schedule({ ...berlin, wakeupTime: '06:05' })
  const { id } = await person.schedule({ ...berlin, wakeupTime: '08:00' })
  await person.post(`/api/schedule/${id}/skip`, { skipped: true })
  const paused = await person.schedule({ ...berlin, wakeupTime: '07:30' })
  await person.post(`/api/schedule/${paused.id}/toggle`)
  expect(await plannedProofs(app, person)).toEqual(['gentle'])
  expect(await isOffered(person)).toBe(true)

  expect((await answer(person, true)).status).toBe(200)
  expect(await proofs(person)).toEqual(['06:05 firm', '08:00 firm', '07:30 gentle'])
  expect(await plannedProofs(app, person)).toEqual(['firm'])
  expect(await isOffered(person)).toBe(false)
  const skipped = (await person.get<Schedule[]>('/api/schedule')).body.find((schedule) => schedule.id === id)
  expect(skipped?.skippedCallAt).toBe('2027-01-16T07:00:00.000Z')
})

test('WAKE-17 after “Not now” nothing changes, and the offer returns after two weeks', async () => {
  await using app = await startTestApp({ now: '2027-01-16T06:00:00+01:00' })
  const person = await twoSlippedBy(app)
  await person.schedule({ ...berlin, wakeupTime: '06:30', isRecurring: false, date: '2027-02-28' })
  expect((await answer(person, false)).status).toBe(200)
  expect(await proofs(person)).toEqual(['06:30 gentle'])
  await app.clock.advance({ hours: 13 * 24 })
  expect(await isOffered(person)).toBe(false)
  await app.clock.advance({ hours: 24 })
  expect(await isOffered(person)).toBe(true)
})

test('WAKE-17 a morning in progress keeps its proof when three digits are turned on', async () => {
  await using app = await startTestApp({ now: '2027-01-16T06:00:00+01:00' })
  const person = await twoSlippedBy(app)
  const phone = await app.phone(person.phone)
  await person.schedule({ ...berlin, wakeupTime: '06:30', callRetry: true })
  await app.clock.advance({ minutes: 30 })
  await (await phone.expectCall()).decline()
  expect((await answer(person, true)).status).toBe(200)
  await app.clock.advance({ minutes: 2 })
  const again = await phone.expectCall()
  await again.pickUp()
  await again.press('1', { afterSeconds: 20 })
  await app.clock.advance({ minutes: 2 })
  expect((await person.history()).map(({ kind, status }) => [kind, status])).toContainEqual(['retry', 'completed'])
})
