import { DAY_MS } from '@reveille/core/time/duration'
import { expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { seedCalls } from '../../test/harness/database/seed-occurrences.ts'
import { takePreparation } from '../calls/message/preparations.sql.ts'

const DUE_AT = Date.parse('2027-01-15T06:30:00Z')
const NEWCOMERS = 3

test("S84 three new numbers at 06:30 at one call a second don't delay an established person's call", async () => {
  await using app = await startTestApp({
    now: '2027-01-15T06:00:00Z',
    settings: { CALLS_PER_SECOND: '1' },
  })
  const { db } = app.services
  await putPlannedCalls(db, { count: NEWCOMERS, dueAt: DUE_AT }) // ahead of the person's in every order but standing
  const person = await establishedPerson(app)
  await person.schedule({ wakeupTime: '06:30', timezone: 'UTC' })
  const phone = await app.phone(person.phone)

  await app.clock.advance({ minutes: 30, ms: 500 }) // the second slot comes a second later
  await (await phone.expectCall()).decline()
  const slots = await db
    .selectFrom('calls')
    .select('user_id')
    .where('slot_at', 'is not', null)
    .orderBy('slot_at')
    .execute()
  expect(slots[0]).toEqual({ user_id: person.userId })
  expect(slots).toHaveLength(NEWCOMERS + 1)
})

test('S84 CALL-4 a retry keeps the standing of the first call', async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:20:00Z' })
  const people = [await app.person(), await establishedPerson(app)]
  for (const one of people) {
    await one.schedule({ wakeupTime: '06:21', timezone: 'UTC', callRetry: true })
  }
  const phones = await Promise.all(people.map(({ phone }) => app.phone(phone)))
  await app.clock.advance({ minutes: 1, seconds: 2 })
  for (const phone of phones) await (await phone.expectCall()).decline()
  const tries = await app.services.db
    .selectFrom('calls')
    .select(['user_id', 'standing'])
    .where('attempt', '=', 2)
    .orderBy('user_id')
    .execute()
  expect(tries).toEqual(people.map(({ userId }, index) => ({ user_id: userId, standing: index === 0 ? 2 : 0 })))
})

test('S84 CALL-8 for one instant an established person’s words are prepared before newcomers’', async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:00:00Z', settings: { ROLE: 'web' } })
  const { db, clock } = app.services
  await putPlannedCalls(db, { count: 3, dueAt: DUE_AT })
  await db
    .updateTable('calls')
    .set({ prepare_at: new Date(clock.now()) })
    .execute()
  const [last] = await db.selectFrom('calls').select('id').orderBy('id', 'desc').limit(1).execute()
  await db.updateTable('calls').set({ standing: 0 }).where('id', '=', last!.id).execute()
  expect(await takePreparation(db, { now: clock.now(), exceptPeople: [] })).toMatchObject({ id: last!.id })
})

/** A person whose number we have called for a week, and who answered three mornings. */
async function establishedPerson(app: TestApp): Promise<Person> {
  const { db } = app.services
  const person = await app.person({ email: 'established@example.com' })
  const mornings = [2, 3, 4].map((days) => ({ at: DUE_AT - days * DAY_MS, status: 'completed' as const }))
  await seedCalls(db, person.userId, mornings)
  await db
    .updateTable('consents')
    .set({ given_at: new Date(DUE_AT - 8 * DAY_MS) })
    .where('user_id', '=', person.userId)
    .execute()
  return person
}
